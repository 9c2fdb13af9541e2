"""Data: builtin values all through, which can be compared by what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from sys import getrefcount
from typing import Any

ATOMS: frozenset[type] = frozenset({int, bool, float, complex, str, bytes, type(None), type(...)})
_CONTAINERS: frozenset[type] = frozenset({list, tuple, dict, set, frozenset})
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


def same_containers(value: Any, other: Any) -> dict[int, Any] | None:
    """What stands in another value in the place of each container that can be changed and that something else may lead
    to, by its number; nothing unless both values are data and the same, in the same order.

    Tables can be large, so all containers of one depth are compared at once, without a step of Python for each.
    """
    waiting = [([value], [other])]
    changeable: dict[int, Any] = {}
    fixed: dict[int, Any] = {}
    while waiting:
        values, others = waiting.pop()
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
        for kind in distinct & _CONTAINERS:
            one, two = _of_kinds(values, {kind}, distinct), _of_kinds(others, {kind}, distinct)
            # Lists of this function hold them too.
            spare = _ALONE + (one is not values)
            fresh = _not_seen(one, two, changeable if kind in _MUTABLE else fixed, spare)
            if fresh is None or list(map(len, fresh[0])) != list(map(len, fresh[1])):
                return None
            one, two = fresh
            waiting.append((list(chain.from_iterable(one)), list(chain.from_iterable(two))))
            if kind is dict:
                held = [list(chain.from_iterable(map(dict.values, those))) for those in fresh]
                waiting.append((held[0], held[1]))
    return changeable


def _not_seen(
    values: list[Any], others: list[Any], seen: dict[int, Any], alone: int
) -> tuple[list[Any], list[Any]] | None:
    """Pairs that were not seen before; nothing if one was seen with something else in its place.

    What no more than `alone` references lead to is nowhere else, so there is no need to keep it in mind.
    """
    if max(map(getrefcount, values), default=0) <= alone and max(map(getrefcount, others), default=0) <= alone:
        return values, others
    pairs = dict(zip(map(id, values), others, strict=True))
    if len(pairs) == len(values) and seen.keys().isdisjoint(pairs):
        seen.update(pairs)
        return values, others
    fresh: tuple[list[Any], list[Any]] = [], []
    for one, two in zip(values, others, strict=True):
        if id(one) not in seen:
            seen[id(one)] = two
            fresh[0].append(one)
            fresh[1].append(two)
        elif seen[id(one)] is not two:
            return None
    return fresh


def _references_if_alone() -> int:
    """How many references are counted of what is in one container, and in a list made of what is in containers."""
    held = [[[]]]  # type: ignore[var-annotated]
    values = list(chain.from_iterable(held))
    return max(map(getrefcount, values))


_ALONE = _references_if_alone()


def _of_kinds(values: list[Any], kinds: frozenset[type] | set[type], distinct: set[type]) -> list[Any]:
    return values if distinct <= kinds else [value for value in values if type(value) in kinds]
