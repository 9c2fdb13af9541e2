"""Symbolic floats as text: `str(x)`, `format(x, spec)` and `"%.1f" % x`.

The digits of a float have no terms. But which floats are written as some text is known exactly (`float_intervals`), so
that it is some plain text is one condition on the float. Where somebody looks at the characters of a float written to some
places, what it is rounded to is decided, and other texts are other paths; else they are those of the plain value, with a
note.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pef import _engine as engine
from pef.models.float_intervals import (
    Interval,
    Known,
    fixed_places,
    floats_with_text,
    is_understood,
    is_understood_percent,
    written_by_format,
    written_by_percent,
)
from pef.models.registry import natively

_DISTINCT = 2.0**50
"""Multiples of a power of ten up to this many have floats of their own, with the text of the multiple."""


def formatted_float(value: Any, specification: str) -> Any:
    """`format(value, specification)` of a symbolic float; `str` and `repr` without a specification."""
    made = engine.native(format, engine.plain(value), specification)
    if not is_understood(specification):
        return engine.deferred(made, lambda: natively(format, value, specification))
    return _deferred(value, made, written_by_format, specification)


def float_by_percent(value: Any, conversion: str) -> Any:
    """`conversion % value` of a symbolic float, for a conversion that writes floats; nothing if not understood."""
    if not is_understood_percent(conversion):
        return None
    return _deferred(value, written_by_percent(conversion, engine.plain(value)), written_by_percent, conversion)


def _deferred(value: Any, made: str, write: Callable[[str, float], str], form: str) -> Any:
    def look() -> Any:
        if not _is_settled(value, form):
            engine.concretise(None, "the digits of a symbolic float")
        return made

    return engine.deferred(made, look, FloatText(value, write, form))


def _is_settled(value: Any, form: str) -> bool:
    """Decides the text that a float is written as, by deciding what it is rounded to, if it is to places.

    Where it is written with all its digits each float would be a path of its own, which leads nowhere.
    """
    places = fixed_places(form)
    if places is None:
        return False
    rounded = engine.settle(round(value, places))
    return not math.isfinite(rounded) or abs(rounded) < _DISTINCT / 10.0**places


class FloatText:
    """The condition that a float is written as a text, for those who have not looked at its characters."""

    def __init__(self, value: Any, write: Callable[[str, float], str], form: str) -> None:
        self.value = value
        self.write = write
        self.form = form

    def __call__(self, text: Any) -> Any:
        """Nothing where it is not known."""
        found = Known.UNKNOWN if engine.is_symbolic(text) else floats_with_text(self.write, self.form, text)
        if found is Known.UNKNOWN:
            return None
        if found is Known.NONE:
            return False
        return math.isnan(self.value) if found is Known.NAN else between(self.value, found)


def between(value: Any, interval: Interval) -> Any:
    """The condition that a float is in an interval."""
    low, high = interval
    conditions = [value == low] if low == high else [low <= value, value <= high]
    if low == 0.0 and math.copysign(1.0, low) > 0:
        conditions.append(engine.negation(engine.is_negative(value)))
    if high == 0.0 and math.copysign(1.0, high) < 0:
        conditions.append(engine.is_negative(value))
    return engine.every(conditions)
