"""Models of the `is…` methods: each is one condition over all characters.

For a text of open length nothing is decided, not even its length; `istitle` alone decides that. For one of known length
it is decided whether it is empty, and for predicates that hold of hundreds of ranges of Unicode whether all of it is
ASCII; nothing is decided for a single character.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.numerals import number_behind
from pef.models.registry import method_of
from pef.models.text_kinds import TEXT, kind_of


def _all_are(self: Any, method: str, when_empty: bool) -> Any:
    kind = kind_of(self)
    if engine.is_open(self):
        every = engine.every_code(self, kind.whole_table(method), kind.label(method))
        return _shown(self, method, every if when_empty else engine.every([len(self) > 0, every]))
    if not self:
        return when_empty
    codes = engine.codes(self)
    table = kind.table(method, codes)
    shown = kind.shown(method, table)
    return engine.every([engine.in_ranges(code, table, shown) for code in codes])


def _shown(self: Any, method: str, condition: Any) -> Any:
    """The condition, printed as the call of the method on a text of open length."""
    return engine.shown_as(condition, f"{engine.input_name(self)}.{method}()")


def _is_digits(self: Any, method: str) -> Any:
    """A condition that is true of every digit, and not of a sign."""
    number = number_behind(self)
    return _all_are(self, method, False) if number is None else number >= 0


@method_of(str, bytes, bytearray)
def isalpha(self: Any, /) -> Any:
    return _all_are(self, "isalpha", False)


@method_of(str, bytes, bytearray)
def isalnum(self: Any, /) -> Any:
    return _is_digits(self, "isalnum")


@method_of(str, bytes, bytearray)
def isascii(self: Any, /) -> Any:
    if engine.is_open(self):
        return _all_are(self, "isascii", True)
    return kind_of(self).all_ascii(engine.codes(self))


@method_of(str)
def isdecimal(self: Any, /) -> Any:
    return _is_digits(self, "isdecimal")


@method_of(str, bytes, bytearray)
def isdigit(self: Any, /) -> Any:
    return _is_digits(self, "isdigit")


@method_of(str)
def isnumeric(self: Any, /) -> Any:
    return _is_digits(self, "isnumeric")


@method_of(str)
def isprintable(self: Any, /) -> Any:
    return _all_are(self, "isprintable", True)


@method_of(str, bytes, bytearray)
def isspace(self: Any, /) -> Any:
    return _all_are(self, "isspace", False)


@method_of(str)
def isidentifier(self: Any, /) -> Any:
    if engine.is_open(self):
        parts = engine.every_code(self, tables.identifier_parts(0x110000), "('a' + c).isidentifier()")
        first = engine.first_code(self)
        begins = engine.in_ranges(first, tables.characters("isidentifier"))
        return _shown(self, "isidentifier", engine.every([len(self) > 0, begins, parts]))
    if not self:
        return False
    codes = engine.codes(self)
    first = TEXT.table("isidentifier", codes)
    limit = tables.ASCII if first is tables.ascii_characters("isidentifier") else 0x110000
    rest = tables.identifier_parts(limit)
    parts = [engine.in_ranges(code, rest) for code in codes[1:]]
    return engine.every([engine.in_ranges(codes[0], first, TEXT.shown("isidentifier", first)), *parts])


@method_of(str, bytes, bytearray)
def islower(self: Any, /) -> Any:
    if engine.is_open(self):
        return _has_case(self, "islower", "isupper")
    if not self:
        return False
    lower, upper, title = _cases(self)
    others = [not case for case in [*upper, *title]]
    return engine.every([engine.some(lower), *others])


@method_of(str, bytes, bytearray)
def isupper(self: Any, /) -> Any:
    if engine.is_open(self):
        return _has_case(self, "isupper", "islower")
    if not self:
        return False
    lower, upper, title = _cases(self)
    others = [not case for case in [*lower, *title]]
    return engine.every([engine.some(upper), *others])


@method_of(str, bytes, bytearray)
def istitle(self: Any, /) -> Any:
    if not self:
        return False
    kind = kind_of(self)
    codes = engine.codes(self)
    small, large = kind.table("islower", codes), kind.table("istitle", codes)
    lower = [engine.in_ranges(code, small, kind.shown("islower", small)) for code in codes]
    beginnings = [engine.in_ranges(code, large, kind.shown("istitle", large)) for code in codes]
    if kind.shown("istitle", large):
        cased = [engine.in_ranges(code, tables.cased(), "islower", "istitle") for code in codes]
    else:
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


def _has_case(self: Any, method: str, opposite: str) -> Any:
    """Some character has the case, and none has another one."""
    kind = kind_of(self)
    wanted = tables.others(kind.whole_table(method))
    excluded = kind.whole_table(opposite)
    if kind is TEXT:
        excluded = tables.either(excluded, tables.title_only())
    none = engine.every_code(self, wanted, f"not {kind.label(method)}")
    rest = engine.every_code(self, tables.others(excluded), f"not {kind.label(opposite)}")
    return _shown(self, method, engine.every([not none, rest]))


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
