"""Functions that change something in ways that do not look like it."""

from __future__ import annotations

import enum
import itertools
from collections import namedtuple

LOG: list[int] = []
NUMBERS = iter([1, 2, 3])


def note(x: int) -> int:
    LOG.append(x)
    return x


def by_library() -> list[int]:
    return list(itertools.starmap(note, [(1,)]))


class Errors:
    class Noted(Exception):
        def __init__(self) -> None:
            note(1)


def by_exception() -> None:
    raise Errors.Noted


class Kind(enum.Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Kind:
        note(1)
        return cls.ONE


def by_enumeration() -> Kind:
    return Kind(7)


class Pair(namedtuple("Pair", "one two")):
    def __new__(cls, one: int, two: int) -> Pair:
        note(one)
        return super().__new__(cls, one, two)


def by_named_tuple() -> Pair:
    return Pair(1, 2)


def by_next() -> int:
    return NUMBERS.__next__()


class Plain(enum.Enum):
    ONE = 1


Point = namedtuple("Point", "x y")


def quiet(x: int) -> object:
    return Plain(1), Point(x, 2)
