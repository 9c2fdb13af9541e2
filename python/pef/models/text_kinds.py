"""What strings and bytes have in common, and where they differ: models are written once over lists of codes.

Rejected: a copy of each model for each type; most of them would differ in one constant.
"""

from __future__ import annotations

import sys
from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.registry import refuse

# As many ranges as people can read.
_FEW = 3


class Kind:
    """A type of text: how its values are taken apart and put together, and which characters are what."""

    builtin: Any
    missing: str
    """What `index` says when there is nothing to be found."""

    def is_text(self, value: Any) -> bool:
        """Whether methods take this value as a piece of text."""
        return isinstance(value, self.builtin)

    def build(self, codes: list[Any]) -> Any:
        """The value with these codes."""
        raise NotImplementedError

    def part(self, method: str, self_: Any, value: Any, *others: Any) -> list[Any]:
        """The codes of an argument that has to be text; what the builtin raises, if it is something else."""
        if not self.is_text(value):
            refuse(getattr(self.builtin, method), self_, value, *others)
        return engine.codes(value)

    def space(self) -> tables.Ranges:
        raise NotImplementedError

    def is_line_end(self) -> tables.Ranges:
        raise NotImplementedError

    def table(self, method: str, codes: list[Any]) -> tables.Ranges:
        """Codes of which a predicate is true, as far as these codes need it. May decide that all are ASCII."""
        raise NotImplementedError

    def whole_table(self, method: str) -> tables.Ranges:
        """All codes of which a predicate is true."""
        raise NotImplementedError

    def label(self, method: str) -> str:
        """A predicate of one element `c`, as Python."""
        raise NotImplementedError

    def shown(self, method: str, table: tables.Ranges) -> str | None:
        """The method that is true of just the characters in a table, for conditions to be printed with."""
        return method if self.builtin is str and len(table) > _FEW and table is tables.characters(method) else None

    def all_ascii(self, codes: list[Any]) -> Any:
        return engine.every([code < tables.ASCII for code in codes])


class _Text(Kind):
    builtin = str
    missing = "substring not found"

    def build(self, codes: list[Any]) -> Any:
        return engine.string(codes)

    def space(self) -> tables.Ranges:
        return tables.characters("isspace")

    def is_line_end(self) -> tables.Ranges:
        return tables.line_boundaries()

    def table(self, method: str, codes: list[Any]) -> tables.Ranges:
        if method not in _MANY_RANGES:
            return tables.characters(method)
        if self.all_ascii(codes):
            return tables.ascii_characters(method)
        return tables.characters(method)

    def whole_table(self, method: str) -> tables.Ranges:
        return tables.characters(method)

    def label(self, method: str) -> str:
        return f"c.{method}()"


# Predicates that are true of so many ranges that it pays to decide first whether all is ASCII.
_MANY_RANGES = frozenset(
    {"isalpha", "isalnum", "islower", "isupper", "istitle", "isprintable", "isidentifier", "isnumeric"}
)


class _Octets(Kind):
    missing = "subsection not found"

    def __init__(self, builtin: Any) -> None:
        self.builtin = builtin

    def is_text(self, value: Any) -> bool:
        return isinstance(value, (bytes, bytearray))

    def build(self, codes: list[Any]) -> Any:
        made = engine.octets(codes)
        return made if self.builtin is bytes else bytearray(made)

    def space(self) -> tables.Ranges:
        return tables.octets("isspace")

    def is_line_end(self) -> tables.Ranges:
        return [(10, 10), (13, 13)]

    def table(self, method: str, codes: list[Any]) -> tables.Ranges:
        return tables.octets(method)

    def whole_table(self, method: str) -> tables.Ranges:
        return tables.octets(method)

    def label(self, method: str) -> str:
        return f"bytes([c]).{method}()"


def machine_int(builtin: Any, bits: int, value: Any, *call: Any) -> Any:
    """An argument that the builtin reads as a C integer; what it raises for `call` if the value is none that fits."""
    if not isinstance(value, int):
        if not hasattr(value, "__index__"):
            refuse(builtin, *call)
        value = value.__index__()
    if value < -(1 << (bits - 1)) or value >= 1 << (bits - 1):
        refuse(builtin, *call)
    return value


SIZE = sys.maxsize.bit_length() + 1
"""Bits of the type in which sizes are counted."""
INT = 32
"""Bits of the type of small numbers."""

TEXT = _Text()
BYTES = _Octets(bytes)
BYTEARRAY = _Octets(bytearray)


def kind_of(value: Any) -> Kind:
    """The kind of a receiver."""
    if isinstance(value, str):
        return TEXT
    return BYTES if isinstance(value, bytes) else BYTEARRAY
