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
_PLAINLY_FIXED = pattern(r"%?(?:\.\d+)?f\Z")
_BEGINNING = pattern(r"(?:(?P<whole>[0-9]+)(?:\.(?P<fraction>[0-9]*))?)?\Z")
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


class Beginning(NamedTuple):
    """The floats whose text begins in some way."""

    intervals: tuple[Interval, ...]
    has_nan: bool


@functools.lru_cache(maxsize=256)
def floats_beginning(write: Callable[[str, float], str], form: str, prefix: str) -> Beginning | None:
    """The floats that are written to some places as a text that begins so; `None` where that is not known."""
    places = fixed_places(form)
    if places is None or _PLAINLY_FIXED.match(form) is None:
        return None
    made = functools.partial(write, form)
    intervals: list[Interval] = []
    if not prefix.startswith("-"):
        intervals.extend(_from_zero(made, places, prefix))
    if not prefix or prefix.startswith("-"):
        intervals.extend(Interval(-high, -low) for low, high in _from_zero(made, places, prefix[1:]))
    return Beginning(tuple(intervals), made(math.nan).startswith(prefix))


def _from_zero(made: Callable[[float], str], places: int, prefix: str) -> list[Interval]:
    """The same for those whose sign is plus."""
    found = []
    if made(math.inf).startswith(prefix):
        found.append(Interval(math.inf, math.inf))
    parts = _BEGINNING.match(prefix)
    if parts is None:
        return found
    if not prefix:
        return [Interval(0.0, sys.float_info.max), *found]
    whole, fraction = parts["whole"], parts["fraction"]
    if whole.startswith("0") and whole != "0":
        return found
    if fraction is not None:
        if len(fraction) > places or not places:
            return found
        bounds = [(int(whole + fraction), 10 ** (places - len(fraction)))]
    else:
        # Any number of digits may follow.
        most = 0 if whole == "0" else sys.float_info.max_10_exp + 1 - len(whole)
        bounds = [(int(whole), 10 ** (more + places)) for more in range(most + 1)]
    for number, size in bounds:
        # The texts, without their points, from one number up to another.
        low = _first_from(made, number * size, places)
        after = _first_from(made, (number + 1) * size, places)
        if low < after:
            found.append(Interval(_float_at(low), _float_at(after - 1)))
    return found


def _first_from(made: Callable[[float], str], number: int, places: int) -> int:
    """The place of the first float from zero on whose text, without its point, is a number not below this."""
    after_all = _place(sys.float_info.max) + 1
    try:
        # What is rounded up begins half a unit below.
        near = _place(max((2 * number - 1) / (2 * 10**places), 0.0))
    except OverflowError:
        near = after_all
    place = max(near - 2, _place(0.0))
    while place < after_all and int(made(_float_at(place)).replace(".", "")) < number:
        place += 1
    return place


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
