"""Which floats have some text: all those between two, found by bisection with the interpreter itself as the oracle.

However a float is written, its text is that of the float rounded to some digits. Rounding keeps the order, so the floats
with one text are neighbours, and the float nearest to the number that the text shows is one of them, if there is any.

This module sees plain values only and is not rewritten.
"""

from __future__ import annotations

import functools
import math
import struct
import sys
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from pef.startup.lazy_patterns import pattern

_SPECIFICATION = pattern(
    r"(?:[ 0]?[<>=^])?[-+ ]?z?#?0?\d*[,_]?(?:\.\d+)?(?P<type>[eEfFgG%]?)\Z",
)
_PERCENT = pattern(r"%[-+ #0]*\d*(?:\.\d*)?[eEfFgG]\Z")
_FIXED = pattern(r"(?P<point>\.(?P<places>\d*))?[fF]\Z")
_USUAL_PLACES = 6
_MOST_PLACES = 300
_BETWEEN_DIGITS = str.maketrans("", "", " ,_")


class Known(Enum):
    """What there is to say beside an interval."""

    NONE = "no float has the text"
    NAN = "NaN alone has it"
    UNKNOWN = "not known"


class Interval(NamedTuple):
    """The floats from one to another; the zeros are told apart."""

    low: float
    high: float


def is_understood(specification: str) -> bool:
    """Whether a format specification writes floats in a way that is understood here (and not by a locale)."""
    return _SPECIFICATION.match(specification) is not None


def fixed_places(form: str) -> int | None:
    """How many places after the point a form writes, if that is all there is to it."""
    found = _FIXED.search(form)
    if found is None:
        return None
    places = int(found["places"] or 0) if found["point"] else _USUAL_PLACES
    return places if places <= _MOST_PLACES else None


def written_by_format(specification: str, value: float) -> str:
    return format(value, specification)


def written_by_percent(conversion: str, value: float) -> str:
    return conversion % value


def is_understood_percent(conversion: str) -> bool:
    """The same for a conversion of the `%` operator."""
    return _PERCENT.match(conversion) is not None


@functools.lru_cache(maxsize=4096)
def floats_with_text(write: Callable[[str, float], str], form: str, text: str) -> Interval | Known:
    """The floats that are written in some form as this text."""
    made = functools.partial(write, form)
    if made(math.nan) == text:
        return Known.NAN
    is_percentage = form.endswith("%")
    bare = text.translate(_BETWEEN_DIGITS)
    try:
        number = float(bare.removesuffix("%")) if is_percentage else float(bare)
    except ValueError:
        return Known.NONE
    if not is_percentage:
        return _around(number, made, text) if made(number) == text else Known.NONE
    # The float is multiplied by a hundred first, which rounds.
    near = number / 100
    for candidate in (near, math.nextafter(near, math.inf), math.nextafter(near, -math.inf)):
        if made(candidate) == text:
            return _around(candidate, made, text)
    return Known.UNKNOWN


def last_without(error: type[Exception], function: Callable[[float], float]) -> float:
    """The largest float for which a function of positive floats does not raise, when it does for all larger finite ones."""
    inside, outside = _place(0.0), _place(sys.float_info.max)
    while outside - inside > 1:
        middle = (inside + outside) // 2
        try:
            function(_float_at(middle))
        except error:
            outside = middle
        else:
            inside = middle
    return _float_at(inside)


def _around(inside: float, made: Callable[[float], str], text: str) -> Interval:
    if math.isinf(inside):
        # Only an infinity is written so; what is multiplied may have become one.
        largest = math.copysign(sys.float_info.max, inside)
        if made(largest) != text:
            return Interval(inside, inside)
    ends = [_end(_place(inside), _place(end), made, text) for end in (-math.inf, math.inf)]
    return Interval(_float_at(ends[0]), _float_at(ends[1]))


def _end(inside: int, outside: int, made: Callable[[float], str], text: str) -> int:
    """The last place in a direction whose float has the text."""
    if made(_float_at(outside)) == text:
        return outside
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if made(_float_at(middle)) == text:
            inside = middle
        else:
            outside = middle
    return inside


def _place(value: float) -> int:
    """The place of a float in the order of all; the zeros have neighbouring ones."""
    bits: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return bits if bits >= 0 else -(1 << 63) - bits - 1


def _float_at(place: int) -> float:
    bits = place if place >= 0 else -(1 << 63) - place - 1
    (value,) = struct.unpack("<d", struct.pack("<q", bits))
    return float(value)
