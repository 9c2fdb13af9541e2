"""Models of the methods that look for a part: the answer is a formula, not a fork for each place.

`find` and its relatives give a term that says which place comes first; a program that then slices with it decides.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.beginnings import beginning, ending
from pef.models.registry import method_of, refuse
from pef.models.text_kinds import Kind, kind_of


def window(method: str, self: Any, part: Any, start: Any, end: Any) -> tuple[int, int]:
    """Where in the text to look, as the builtin understands `start` and `end`; the start may lie behind the end.

    Decides on which side of the text's ends the bounds lie, and their values where they lie within it.
    """
    for bound in (start, end):
        if bound is not None and not isinstance(bound, int):
            if not hasattr(bound, "__index__"):
                refuse(getattr(kind_of(self).builtin, method), self, part, start, end)
            return window(method, self, part, _index(start), _index(end))
    engine.fix(self)
    length = len(self)
    first = 0 if start is None else _bound(start, length)
    last = length if end is None else _bound(end, length)
    return first, last if last < length else length


def _index(bound: Any) -> Any:
    return bound if bound is None or isinstance(bound, int) else bound.__index__()


def _bound(position: Any, length: int) -> int:
    if position < 0:
        position = position + length
        if position < 0:
            return 0
    if position > length:
        return length + 1
    return engine.settle(position)  # type: ignore[no-any-return]


def _codes_of_part(kind: Kind, method: str, self: Any, part: Any, start: Any, end: Any) -> list[Any]:
    """What to look for; for bytes a number stands for the byte of that value."""
    if kind.builtin is not str and isinstance(part, int):
        if part < 0 or part > 255:
            refuse(getattr(kind.builtin, method), self, part)
        return [part]
    return kind.part(method, self, part, *([] if start is None else [start]), *([] if end is None else [end]))


def _places(method: str, self: Any, part: Any, start: Any, end: Any) -> list[tuple[int, Any]]:
    """Every place where the part could stand, with the condition that it does."""
    kind = kind_of(self)
    wanted = _codes_of_part(kind, method, self, part, start, end)
    if start is None and end is None and len(self) < len(wanted):
        return []
    first, last = window(method, self, part, start, end)
    codes = engine.codes(self)
    return [(place, engine.same(codes, place, wanted)) for place in range(first, last - len(wanted) + 1)]


def _first(places: list[tuple[int, Any]]) -> Any:
    """The first place whose condition holds, as a term; -1 without one."""
    result: Any = -1
    for place, condition in reversed(places):
        result = engine.choose(condition, place, result)
    return result


@method_of(str, bytes, bytearray)
def find(self: Any, sub: Any, start: Any = None, end: Any = None, /) -> Any:
    return _first(_places("find", self, sub, start, end))


@method_of(str, bytes, bytearray)
def rfind(self: Any, sub: Any, start: Any = None, end: Any = None, /) -> Any:
    return _first(_places("rfind", self, sub, start, end)[::-1])


@method_of(str, bytes, bytearray)
def index(self: Any, sub: Any, start: Any = None, end: Any = None, /) -> Any:
    places = _places("index", self, sub, start, end)
    if not engine.some([condition for _, condition in places]):
        raise ValueError(kind_of(self).missing)
    return _first(places)


@method_of(str, bytes, bytearray)
def rindex(self: Any, sub: Any, start: Any = None, end: Any = None, /) -> Any:
    places = _places("rindex", self, sub, start, end)
    if not engine.some([condition for _, condition in places]):
        raise ValueError(kind_of(self).missing)
    return _first(places[::-1])


@method_of(str, bytes, bytearray)
def count(self: Any, sub: Any, start: Any = None, end: Any = None, /) -> Any:
    places = _places("count", self, sub, start, end)
    width = 1 if isinstance(sub, int) else max(len(engine.codes(sub)), 1)
    # From the back: how many there are from each place on, where a hit hides the places it covers.
    counts: list[Any] = [0] * (len(places) + width)
    for number in reversed(range(len(places))):
        hit = counts[number + width] + 1
        counts[number] = engine.choose(places[number][1], hit, counts[number + 1])
    return counts[0]


@method_of(str, bytes, bytearray)
def startswith(self: Any, prefix: Any, start: Any = None, end: Any = None, /) -> Any:
    return _tail("startswith", self, prefix, start, end)


@method_of(str, bytes, bytearray)
def endswith(self: Any, suffix: Any, start: Any = None, end: Any = None, /) -> Any:
    return _tail("endswith", self, suffix, start, end)


def _tail(method: str, self: Any, part: Any, start: Any, end: Any) -> Any:
    if not isinstance(part, tuple):
        return _stands_at_end(method, self, part, start, end)
    kind = kind_of(self)
    if all(kind.is_text(one) for one in part):
        return engine.some([_stands_at_end(method, self, one, start, end) for one in part])
    for one in part:
        if not kind.is_text(one):
            # The builtin looks at them one after another, and complains when it gets here.
            refuse(getattr(kind.builtin, method), self[:0], (one,))
        if _stands_at_end(method, self, one, start, end):
            return True
    return False


def _stands_at_end(method: str, self: Any, part: Any, start: Any, end: Any) -> Any:
    kind = kind_of(self)
    if not kind.is_text(part):
        return refuse(getattr(kind.builtin, method), self, part)
    if start is None and end is None:
        known = beginning(self, part) if method == "startswith" else ending(self, part)
        if known is not None:
            return known
        return engine.begins_with(self, part) if method == "startswith" else engine.ends_with(self, part)
    wanted = engine.codes(part)
    first, last = window(method, self, part, start, end)
    if last - len(wanted) < first:
        return False
    return engine.same(engine.codes(self), first if method == "startswith" else last - len(wanted), wanted)


@method_of(str, bytes, bytearray)
def removeprefix(self: Any, prefix: Any, /) -> Any:
    kind = kind_of(self)
    wanted = kind.part("removeprefix", self, prefix)
    if _stands_at_end("startswith", self, prefix, None, None):
        return kind.build(engine.codes(self)[len(wanted) :])
    return self if kind.builtin is not bytearray else bytearray(self)


@method_of(str, bytes, bytearray)
def removesuffix(self: Any, suffix: Any, /) -> Any:
    kind = kind_of(self)
    wanted = kind.part("removesuffix", self, suffix)
    if wanted and _stands_at_end("endswith", self, suffix, None, None):
        return kind.build(engine.codes(self)[: -len(wanted)])
    return self if kind.builtin is not bytearray else bytearray(self)
