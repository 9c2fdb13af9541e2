"""Models of the methods that cut text up: where the cuts are is decided, place by place.

Whether there are any is decided first, for a text of open length: one without stays what it is, and its length open. Where
there is one cut at most (`partition`, `split(sep, 1)`), where it is need not be decided to compare a piece with a constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of
from pef.models.tables import Ranges
from pef.models.text_kinds import INT, SIZE, Kind, kind_of, machine_int


def _limit(method: str, self: Any, sep: Any, maxsplit: Any) -> Any:
    """How many cuts are allowed; negative for any number."""
    number = machine_int(getattr(kind_of(self).builtin, method), SIZE, maxsplit, self, sep, maxsplit)
    return -1 if number < 0 else number


def _separator(kind: Kind, method: str, self: Any, sep: Any) -> list[Any]:
    wanted = kind.part(method, self, sep)
    if not wanted:
        raise ValueError("empty separator")
    return wanted


def _has_none(self: Any, sep: Any) -> bool:
    """Whether a text of open length is decided to have no separator in it, so that it is its only piece."""
    if not engine.is_open(self) or engine.is_symbolic(sep) or isinstance(self, bytearray):
        return False
    return sep not in self


def _is_cut_later(self: Any, sep: Any) -> bool:
    """Whether a text, in which there is a separator, is taken apart when its pieces are looked at."""
    return engine.is_open(self) and isinstance(self, str) and not engine.is_symbolic(sep)


def _halves(self: Any, sep: str) -> list[Any]:
    """What is before and after the first separator."""
    plain = engine.plain(self)
    end = engine.native(str.find, plain, sep)
    places: list[int] = []

    def place() -> int:
        if not places:
            places.append(next(_places_of(engine.codes(self), engine.codes(sep))))
        return places[0]

    def is_before(text: str) -> Any:
        # What stands before the first one has none in it, nor a beginning of one that ends after it.
        return engine.begins_with(self, text + sep) if (text + sep).find(sep) == len(text) else False

    before = engine.deferred(plain[:end], lambda: engine.string(engine.codes(self)[: place()]), is_before)
    after = engine.deferred(
        plain[end + len(sep) :], lambda: engine.string(engine.codes(self)[place() + len(sep) :]), lambda _: None
    )
    return [before, after]


def _halves_from_the_right(self: Any, sep: str) -> list[Any]:
    """What is before and after the last separator."""
    plain = engine.plain(self)
    end = engine.native(str.rfind, plain, sep)
    places: list[int] = []

    def place() -> int:
        if not places:
            places.append(next(_places_of(engine.codes(self), engine.codes(sep), from_the_right=True)))
        return places[0]

    def is_after(text: str) -> Any:
        return engine.ends_with(self, sep + text) if (sep + text).rfind(sep) == 0 else False

    before = engine.deferred(plain[:end], lambda: engine.string(engine.codes(self)[: place()]), lambda _: None)
    after = engine.deferred(
        plain[end + len(sep) :], lambda: engine.string(engine.codes(self)[place() + len(sep) :]), is_after
    )
    return [before, after]


def _places_of(codes: list[Any], wanted: list[Any], from_the_right: bool = False) -> Iterator[int]:
    """The places of a separator, one after another, as they are decided."""
    places = range(len(codes) - len(wanted) + 1)
    for place in reversed(places) if from_the_right else places:
        if engine.same(codes, place, wanted):
            yield place


def _has_none_of(kind: Kind, self: Any, codes: Ranges, what: str) -> bool:
    """Whether a text of open length is decided to have something in it, but no character with one of these codes."""
    if not engine.is_open(self) or isinstance(self, bytearray):
        return False
    others = _complement(codes, 0x110000 if kind.builtin is str else 0x100)
    return bool(engine.every([len(self) > 0, engine.every_code(self, others, what)]))


def _complement(ranges: Ranges, limit: int) -> Ranges:
    ends = [-1, *(last for _, last in ranges)]
    starts = [*(first for first, _ in ranges), limit]
    return [(end + 1, start - 1) for end, start in zip(ends, starts, strict=True) if end + 1 < start]


def _no_space(kind: Kind) -> str:
    return f"not {kind.label('isspace')}"


def _no_line_end(kind: Kind) -> str:
    return "c.splitlines() == [c]" if kind.builtin is str else "c not in b'\\r\\n'"


@method_of(str, bytes, bytearray)
def split(self: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    kind = kind_of(self)
    limit = _limit("split", self, sep, maxsplit)
    if sep is None:
        if _has_none_of(kind, self, kind.space(), _no_space(kind)):
            return [self]
        return _words(kind, engine.codes(self), limit)
    wanted = _separator(kind, "split", self, sep)
    if _has_none(self, sep):
        return [self]
    if not engine.is_symbolic(limit) and limit == 1 and _is_cut_later(self, sep):
        return _halves(self, sep)
    codes = engine.codes(self)
    pieces = []
    start = place = 0
    while place + len(wanted) <= len(codes) and limit != 0:
        if engine.same(codes, place, wanted):
            pieces.append(kind.build(codes[start:place]))
            place = start = place + len(wanted)
            limit = limit - 1
        else:
            place += 1
    pieces.append(kind.build(codes[start:]))
    return pieces


@method_of(str, bytes, bytearray)
def rsplit(self: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    kind = kind_of(self)
    limit = _limit("rsplit", self, sep, maxsplit)
    if sep is None:
        if _has_none_of(kind, self, kind.space(), _no_space(kind)):
            return [self]
        return _words_from_the_right(kind, engine.codes(self), limit)
    wanted = _separator(kind, "rsplit", self, sep)
    if _has_none(self, sep):
        return [self]
    if not engine.is_symbolic(limit) and limit == 1 and _is_cut_later(self, sep):
        return _halves_from_the_right(self, sep)
    codes = engine.codes(self)
    pieces = []
    end = len(codes)
    place = end - len(wanted)
    while place >= 0 and limit != 0:
        if engine.same(codes, place, wanted):
            pieces.append(kind.build(codes[place + len(wanted) : end]))
            end = place
            place -= len(wanted)
            limit = limit - 1
        else:
            place -= 1
    pieces.append(kind.build(codes[:end]))
    return pieces[::-1]


def _words(kind: Kind, codes: list[Any], limit: Any) -> list[Any]:
    space = kind.space()
    shown = kind.shown("isspace", space)
    words: list[Any] = []
    place = 0
    while True:
        while place < len(codes) and engine.in_ranges(codes[place], space, shown):
            place += 1
        if place == len(codes):
            return words
        if limit == 0:
            words.append(kind.build(codes[place:]))
            return words
        start = place
        while place < len(codes) and not engine.in_ranges(codes[place], space, shown):
            place += 1
        words.append(kind.build(codes[start:place]))
        limit = limit - 1


def _words_from_the_right(kind: Kind, codes: list[Any], limit: Any) -> list[Any]:
    space = kind.space()
    shown = kind.shown("isspace", space)
    words: list[Any] = []
    end = len(codes)
    while True:
        while end > 0 and engine.in_ranges(codes[end - 1], space, shown):
            end -= 1
        if end == 0:
            return words[::-1]
        if limit == 0:
            words.append(kind.build(codes[:end]))
            return words[::-1]
        last = end
        while end > 0 and not engine.in_ranges(codes[end - 1], space, shown):
            end -= 1
        words.append(kind.build(codes[end:last]))
        limit = limit - 1


@method_of(str, bytes, bytearray)
def splitlines(self: Any, keepends: Any = False) -> Any:
    kind = kind_of(self)
    if isinstance(keepends, int) and engine.is_symbolic(keepends):
        machine_int(kind.builtin.splitlines, INT, keepends, kind.builtin(), keepends)
    # The builtin says what is wrong with any other flag.
    engine.native(kind.builtin.splitlines, kind.builtin(), engine.plain(keepends))
    keep = bool(keepends)
    boundaries = kind.is_line_end()
    if _has_none_of(kind, self, boundaries, _no_line_end(kind)):
        return [self]
    codes = engine.codes(self)
    lines = []
    start = place = 0
    while place < len(codes):
        end = place
        place += 1
        if not engine.in_ranges(codes[end], boundaries):
            continue
        if place < len(codes) and engine.same(codes, end, [13, 10]):
            place += 1
        lines.append(kind.build(codes[start : place if keep else end]))
        start = place
    if start < len(codes):
        lines.append(kind.build(codes[start:]))
    return lines


@method_of(str, bytes, bytearray)
def partition(self: Any, sep: Any, /) -> Any:
    kind = kind_of(self)
    wanted = _separator(kind, "partition", self, sep)
    if _has_none(self, sep):
        return self, kind.build([]), kind.build([])
    if _is_cut_later(self, sep):
        before, after = _halves(self, sep)
        return before, kind.build(wanted), after
    codes = engine.codes(self)
    for place in _places_of(codes, wanted):
        return kind.build(codes[:place]), kind.build(wanted), kind.build(codes[place + len(wanted) :])
    return kind.build(codes), kind.build([]), kind.build([])


@method_of(str, bytes, bytearray)
def rpartition(self: Any, sep: Any, /) -> Any:
    kind = kind_of(self)
    wanted = _separator(kind, "rpartition", self, sep)
    if _has_none(self, sep):
        return kind.build([]), kind.build([]), self
    if _is_cut_later(self, sep):
        before, after = _halves_from_the_right(self, sep)
        return before, kind.build(wanted), after
    codes = engine.codes(self)
    for place in _places_of(codes, wanted, from_the_right=True):
        return kind.build(codes[:place]), kind.build(wanted), kind.build(codes[place + len(wanted) :])
    return kind.build([]), kind.build([]), kind.build(codes)


def _stripped(method: str, self: Any, chars: Any, left: bool, right: bool) -> Any:
    kind = kind_of(self)
    codes = engine.codes(self)
    if chars is None:
        space = kind.space()
        unwanted = [engine.in_ranges(code, space, kind.shown("isspace", space)) for code in codes]
    else:
        those = kind.part(method, self, chars)
        unwanted = [engine.some([code == one for one in those]) for code in codes]
    start, end = 0, len(codes)
    while left and start < end and unwanted[start]:
        start += 1
    while right and end > start and unwanted[end - 1]:
        end -= 1
    return kind.build(codes[start:end])


@method_of(str, bytes, bytearray)
def strip(self: Any, chars: Any = None, /) -> Any:
    return _stripped("strip", self, chars, left=True, right=True)


@method_of(str, bytes, bytearray)
def lstrip(self: Any, chars: Any = None, /) -> Any:
    return _stripped("lstrip", self, chars, left=True, right=False)


@method_of(str, bytes, bytearray)
def rstrip(self: Any, chars: Any = None, /) -> Any:
    return _stripped("rstrip", self, chars, left=False, right=True)
