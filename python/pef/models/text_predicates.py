"""Models of the `is…` methods: each is one formula over all characters.

Whether the text is empty is decided, and for predicates that hold of hundreds of ranges of Unicode whether all of it
is ASCII; nothing is decided for a single character.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.kinds import TEXT, kind_of
from pef.models.registry import method_of


def _all_are(self: Any, method: str, when_empty: bool) -> Any:
    if not self:
        return when_empty
    kind = kind_of(self)
    codes = engine.codes(self)
    table = kind.table(method, codes)
    shown = kind.shown(method, table)
    return engine.every([engine.in_ranges(code, table, shown) for code in codes])


@method_of(str, bytes, bytearray)
def isalpha(self: Any, /) -> Any:
    return _all_are(self, "isalpha", False)


@method_of(str, bytes, bytearray)
def isalnum(self: Any, /) -> Any:
    return _all_are(self, "isalnum", False)


@method_of(str, bytes, bytearray)
def isascii(self: Any, /) -> Any:
    return kind_of(self).all_ascii(engine.codes(self))


@method_of(str)
def isdecimal(self: Any, /) -> Any:
    return _all_are(self, "isdecimal", False)


@method_of(str, bytes, bytearray)
def isdigit(self: Any, /) -> Any:
    return _all_are(self, "isdigit", False)


@method_of(str)
def isnumeric(self: Any, /) -> Any:
    return _all_are(self, "isnumeric", False)


@method_of(str)
def isprintable(self: Any, /) -> Any:
    return _all_are(self, "isprintable", True)


@method_of(str, bytes, bytearray)
def isspace(self: Any, /) -> Any:
    return _all_are(self, "isspace", False)


@method_of(str)
def isidentifier(self: Any, /) -> Any:
    if not self:
        return False
    codes = engine.codes(self)
    first = TEXT.table("isidentifier", codes)
    limit = tables.ASCII if first is tables.ascii_characters("isidentifier") else 0x110000
    rest = tables.identifier_parts(limit)
    parts = [engine.in_ranges(code, rest) for code in codes[1:]]
    return engine.every([engine.in_ranges(codes[0], first), *parts])


@method_of(str, bytes, bytearray)
def islower(self: Any, /) -> Any:
    if not self:
        return False
    lower, upper, title = _cases(self)
    others = [not case for case in [*upper, *title]]
    return engine.every([engine.some(lower), *others])


@method_of(str, bytes, bytearray)
def isupper(self: Any, /) -> Any:
    if not self:
        return False
    lower, upper, title = _cases(self)
    others = [not case for case in [*lower, *title]]
    return engine.every([engine.some(upper), *others])


@method_of(str, bytes, bytearray)
def istitle(self: Any, /) -> Any:
    if not self:
        return False
    lower, upper, title = _cases(self)
    beginnings = [engine.some([one, two]) for one, two in zip(upper, title, strict=True)]
    cased = [engine.some([one, two]) for one, two in zip(lower, beginnings, strict=True)]
    before: Any = False
    conditions = [engine.some(cased)]
    for index in range(len(cased)):
        # A beginning does not follow a letter, and any other letter does.
        not_before = not before
        conditions.append(engine.some([not beginnings[index], not_before]))
        conditions.append(engine.some([not lower[index], before]))
        before = cased[index]
    return engine.every(conditions)


def _cases(self: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """For each character whether it is lower case, upper case, title case only."""
    kind = kind_of(self)
    codes = engine.codes(self)
    lower = kind.table("islower", codes)
    upper = kind.table("isupper", codes)
    title: tables.Ranges = []
    if kind is TEXT and lower is not tables.ascii_characters("islower"):
        title = tables.title_only()
    return (
        [engine.in_ranges(code, lower, kind.shown("islower", lower)) for code in codes],
        [engine.in_ranges(code, upper, kind.shown("isupper", upper)) for code in codes],
        [engine.in_ranges(code, title) for code in codes],
    )
