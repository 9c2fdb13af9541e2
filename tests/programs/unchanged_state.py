"""State of many kinds that nobody changes: importing it twice makes it twice, and the same."""

from __future__ import annotations

import abc
import array
import collections
import contextlib
import contextvars
import dataclasses
import functools
import io
import itertools
import logging
import pathlib
import random
import re
import threading
import types
import typing
import uuid
import weakref
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

LOCK, REENTRANT, CONDITION, EVENT = threading.Lock(), threading.RLock(), threading.Condition(), threading.Event()
LOCAL = threading.local()
NUMBERS, UNSEEDED = random.Random(3), random.Random()
PATTERN = re.compile("a+" * 100)
LOGGER = logging.getLogger(__name__)
VARIABLE = contextvars.ContextVar("VARIABLE", default=1)
T = typing.TypeVar("T")
ALIAS = dict[str, "Derived"]
OPTIONAL = typing.Optional[int]  # noqa: UP045
Point = collections.namedtuple("Point", "x y")
ORIGIN = Point(0, 0)
COUNT = itertools.count()
next(COUNT)
GENERATOR = (number for number in range(3))
BUFFER, NUMBERS_IN_C, BYTES = io.StringIO("abc"), array.array("i", [1, 2]), bytearray(b"ab")
NAMESPACE = types.SimpleNamespace(one=1, some=[1])
FRACTION, IDENTITY, PLACE, SENTINEL = Fraction(1, 3), uuid.uuid4(), pathlib.Path("some/place"), object()
WEAK: weakref.WeakSet[Any] = weakref.WeakSet()
CHAINED = collections.ChainMap({"a": 1}, {})
GRID = [[0] * 3] * 3
NOT_A_NUMBER, ZERO = float("nan"), -0.0
WORDS, FIXED = {"a", "b", "zz"}, frozenset({"a", "b"})


def decorator(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


@functools.lru_cache
def cached(number: int) -> int:
    return number + 1


@functools.singledispatch
def dispatched(value: object) -> int:
    return 0


@dispatched.register
def _(value: int) -> int:
    return 1


@contextlib.contextmanager
def managed() -> Iterator[int]:
    yield 1


@decorator
def decorated(x: int) -> int:
    return x


class Base(abc.ABC):
    @abc.abstractmethod
    def go(self) -> int: ...

    @functools.cached_property
    def computed(self) -> int:
        return 2

    @classmethod
    def made(cls) -> Any:
        return cls()


class Derived(Base):
    known: typing.ClassVar[dict[str, type]] = {}

    def __init_subclass__(cls) -> None:
        Derived.known[cls.__name__] = cls

    def go(self) -> int:
        return 1


class Further(Derived):
    def go(self) -> int:
        return super().go()


@dataclasses.dataclass(frozen=True)
class Key:
    number: int = 0
    some: list[int] = dataclasses.field(default_factory=list, compare=False)


BY_KEY = {Key(1): 1, Key(2): 2}


class Node:
    def __init__(self) -> None:
        self.next: Node | None = None
        self.items = [self]


HEAD = last = Node()
for _number in range(2000):
    last.next = Node()
    last = last.next


class OwnInt(int): ...


class OwnError(Exception): ...


OWN, ERROR, OBJECT = OwnInt(4), OwnError("a", 1), Derived()
BOUND, APPEND = OBJECT.go, GRID.append
OPERATIONS = {"a": lambda a, b: a + b, "b": lambda a, b: a - b}
TABLE = {"x": [OBJECT, Further(), (OBJECT, Node)], Derived: 1, (1, 2): 3}
ITSELF: list[Any] = []
ITSELF += [ITSELF, OBJECT]
OBJECTS = {OBJECT}
PARTIAL = functools.partial(decorated, 3)
VIEW = types.MappingProxyType(TABLE)


def by_any_name(x: int) -> int:
    return 1 if x == 3 and globals() else 0
