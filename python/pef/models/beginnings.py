"""How a text of a number begins or ends, as one condition on the number, before anybody has looked at its characters.

For a float written to some places the floats whose text begins in some way are those between two, for each number of digits
that may follow. An int of any size has no such list, but its sign and its last digits are conditions. A text around a
number is known, so that only the places where it meets the number are to be tried.
"""

from __future__ import annotations

import math
from typing import Any

from pef import _engine as engine
from pef.models.float_formats import FloatText, between
from pef.models.float_intervals import floats_beginning
from pef.models.numerals import number_behind
from pef.models.representation import joined_parts
from pef.startup.lazy_patterns import pattern

_NUMERAL = pattern(r"(?P<sign>-?)(?P<digits>[0-9]*)\Z")


def beginning(text: Any, prefix: Any) -> Any:
    """The condition that a text begins with a plain one; nothing if that is not known."""
    if engine.is_symbolic(prefix) or not engine.is_unread(text):
        return None
    around = joined_parts(text)
    if around is None:
        return _begins(text, prefix)
    before, part, after = around
    if len(prefix) <= len(before) or not prefix.startswith(before):
        return before.startswith(prefix)
    rest = prefix[len(before) :]
    longer = beginning(part, rest)
    if longer is None:
        return None
    ends = [part == rest[:count] for count in range(1, len(rest)) if after.startswith(rest[count:])]
    return engine.some([longer, *ends])


def ending(text: Any, suffix: Any) -> Any:
    """The condition that a text ends with a plain one; nothing if that is not known."""
    if engine.is_symbolic(suffix) or not engine.is_unread(text):
        return None
    around = joined_parts(text)
    if around is None:
        return _ends(text, suffix)
    before, part, after = around
    if len(suffix) <= len(after) or not suffix.endswith(after):
        return after.endswith(suffix)
    rest = suffix[: len(suffix) - len(after)]
    longer = ending(part, rest)
    if longer is None:
        return None
    begins = [part == rest[count:] for count in range(1, len(rest)) if before.endswith(rest[:count])]
    return engine.some([longer, *begins])


def _begins(text: Any, prefix: str) -> Any:
    number = number_behind(text)
    if number is not None:
        numeral = _NUMERAL.match(prefix)
        if not prefix or numeral is None:
            return not prefix
        return number < 0 if prefix == "-" else None
    equality = engine.equality_of(text)
    if not isinstance(equality, FloatText):
        return None
    found = floats_beginning(equality.write, equality.form, prefix)
    if found is None:
        return None
    conditions = [between(equality.value, interval) for interval in found.intervals]
    if found.has_nan:
        conditions.append(math.isnan(equality.value))
    return engine.some(conditions)


def _ends(text: Any, suffix: str) -> Any:
    number = number_behind(text)
    numeral = _NUMERAL.match(suffix)
    if number is None:
        return None
    if not suffix or numeral is None:
        return not suffix
    if numeral["sign"]:
        return text == suffix
    size = 10 ** len(suffix)
    magnitude = abs(number)
    return engine.every([magnitude % size == engine.native(int, suffix), magnitude >= (size // 10 if size > 10 else 0)])


def _part_equals(text: Any, part: slice, other: Any) -> Any:
    """The condition that a slice of a text is another one; known of slices from the beginning."""
    if engine.is_symbolic(other) or part.start not in (None, 0) or part.step not in (None, 1):
        return None
    if part.stop is None:
        return text == other
    if part.stop < 0 or len(other) > part.stop:
        return None if part.stop < 0 else False
    # A shorter one is all of the text.
    return beginning(text, other) if len(other) == part.stop else text == other


engine.set_model("part_equals", _part_equals)
