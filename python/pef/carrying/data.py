"""Data: builtin values all through, which can be compared by what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

ATOMS = frozenset({int, bool, float, complex, str, bytes, type(None), type(...)})
_CONTAINERS = frozenset({list, tuple, dict, set, frozenset})
_MUTABLE = frozenset({list, dict, set})
_FLOATS = frozenset({float, complex})
_DATA = ATOMS | _CONTAINERS


def is_plain(value: Any) -> bool:
    """Whether a value is data all through: it can be copied, and compared by what is in it."""
    return all(type(part) in ATOMS or type(part) in _CONTAINERS for part in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    """A value and all that is in it, containers that hold themselves once."""
    waiting, seen = [value], set()
    while waiting:
        part = waiting.pop()
        yield part
        if type(part) in _CONTAINERS and id(part) not in seen:
            seen.add(id(part))
            waiting += [*part, *part.values()] if type(part) is dict else part


def is_same_atom(value: Any, other: Any) -> bool:
    """Whether two values are one atom: equal, of one type; zeros have signs, and no NaN is equal to another."""
    kind = type(value)
    if kind is not type(other):
        return False
    return repr(value) == repr(other) if kind in _FLOATS else bool(value == other)


def same_containers(value: Any, other: Any) -> tuple[list[Any], list[Any]] | None:
    """The containers in a value that can be changed, and those in their places in another; nothing unless both are data
    and the same, in the same order.

    Tables can be large, so all containers of one depth are compared at once, without a step of Python for each.
    """
    values, others = [value], [other]
    found: tuple[list[Any], list[Any]] = [], []
    seen: dict[int, int] = {}
    while values:
        kinds = list(map(type, values))
        distinct = set(kinds)
        if not distinct <= _DATA or kinds != list(map(type, others)):
            return None
        if not distinct <= _CONTAINERS:
            atoms = _of_kinds(values, ATOMS, distinct), _of_kinds(others, ATOMS, distinct)
            if atoms[0] != atoms[1]:
                return None
            if distinct & _FLOATS and list(map(repr, atoms[0])) != list(map(repr, atoms[1])):
                return None
        inner: tuple[list[Any], list[Any]] = [], []
        for kind in distinct & _CONTAINERS:
            one, two = _of_kinds(values, {kind}, distinct), _of_kinds(others, {kind}, distinct)
            if kind in _MUTABLE:
                found[0].extend(one)
                found[1].extend(two)
            pairs = dict(zip(map(id, one), map(id, two), strict=True))
            if len(pairs) < len(one) or not seen.keys().isdisjoint(pairs):
                fresh = [pair for pair in zip(one, two, strict=True) if seen.get(id(pair[0])) != id(pair[1])]
                if any(id(first) in seen for first, _ in fresh):
                    return None
                one, two = [first for first, _ in fresh], [second for _, second in fresh]
            seen.update(pairs)
            if list(map(len, one)) != list(map(len, two)):
                return None
            for these, those in zip(inner, (one, two), strict=True):
                these.extend(chain.from_iterable(those))
                if kind is dict:
                    these.extend(chain.from_iterable(map(dict.values, those)))
        values, others = inner
    return found


def _of_kinds(values: list[Any], kinds: frozenset[type] | set[type], distinct: set[type]) -> list[Any]:
    return values if distinct <= kinds else [value for value in values if type(value) in kinds]
