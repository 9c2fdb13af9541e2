"""Which code points have a property, as ranges, found out from the running interpreter itself.

Not rewritten: nothing symbolic comes here. Tables are made when they are first asked for, because going through all
of Unicode takes a twentieth of a second.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable

Ranges = list[tuple[int, int]]

ASCII = 128
_ALL = 0x110000


@functools.cache
def characters(method: str) -> Ranges:
    """Code points of which `str`'s predicate of that name is true."""
    return _ranges(map(getattr(str, method), map(chr, range(_ALL))))


@functools.cache
def ascii_characters(method: str) -> Ranges:
    """The same among ASCII."""
    return _ranges(map(getattr(str, method), map(chr, range(ASCII))))


@functools.cache
def octets(method: str) -> Ranges:
    """Bytes of which the predicate of `bytes` is true."""
    return _ranges(getattr(bytes([code]), method)() for code in range(256))


@functools.cache
def identifier_parts(limit: int) -> Ranges:
    """Code points below a limit that an identifier may have after its first character."""
    return _ranges(("a" + chr(code)).isidentifier() for code in range(limit))


@functools.cache
def title_only(limit: int) -> Ranges:
    """Code points below a limit that are title case without being upper case."""
    return _ranges(chr(code).istitle() and not chr(code).isupper() for code in range(limit))


@functools.cache
def changed_by(method: str) -> Ranges:
    """Code points that a case mapping of `str` changes."""
    mapping: Callable[[str], str] = getattr(str, method)
    return _ranges(mapping(chr(code)) != chr(code) for code in range(_ALL))


@functools.cache
def line_boundaries() -> Ranges:
    """Code points that `str.splitlines` splits at."""
    return _ranges(len(f"a{chr(code)}b".splitlines()) == 2 for code in range(_ALL))


Shifts = list[tuple[int, Ranges]]
"""What to add to a code, by the ranges it is in."""


@functools.cache
def decimal_shifts() -> Shifts:
    """From any script's decimal digits to the ASCII ones."""
    return _shifts(
        {code: ord("0") + int(chr(code)) for low, high in characters("isdecimal") for code in range(low, high + 1)}
    )


def _shifts(mapping: dict[int, int]) -> Shifts:
    by_shift: dict[int, set[int]] = {}
    for code, image in mapping.items():
        by_shift.setdefault(image - code, set()).add(code)
    return [(shift, _ranges(code in codes for code in range(max(codes) + 1))) for shift, codes in by_shift.items()]


def _ranges(marks: Iterable[bool]) -> Ranges:
    return [(run.start(), run.end() - 1) for run in re.finditer(b"\x01+", bytes(marks))]
