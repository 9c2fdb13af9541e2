"""Models of the methods that cut text up: where the cuts are is decided, place by place."""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of
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


@method_of(str, bytes, bytearray)
def split(self: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    kind = kind_of(self)
    limit = _limit("split", self, sep, maxsplit)
    if sep is None:
        return _words(kind, engine.codes(self), limit)
    wanted = _separator(kind, "split", self, sep)
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
        return _words_from_the_right(kind, engine.codes(self), limit)
    wanted = _separator(kind, "rsplit", self, sep)
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
    codes = engine.codes(self)
    boundaries = kind.is_line_end()
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
    codes = engine.codes(self)
    for place in range(len(codes) - len(wanted) + 1):
        if engine.same(codes, place, wanted):
            return kind.build(codes[:place]), kind.build(wanted), kind.build(codes[place + len(wanted) :])
    return kind.build(codes), kind.build([]), kind.build([])


@method_of(str, bytes, bytearray)
def rpartition(self: Any, sep: Any, /) -> Any:
    kind = kind_of(self)
    wanted = _separator(kind, "rpartition", self, sep)
    codes = engine.codes(self)
    for place in reversed(range(len(codes) - len(wanted) + 1)):
        if engine.same(codes, place, wanted):
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
