"""State of many kinds that a program may have changed before one of its functions is explored.

Each function fails for 5 alone, and only after the change that its test makes.
"""

from __future__ import annotations

import abc
import datetime
import enum
import threading
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any


class Handler:
    def __init__(self, refused: object) -> None:
        self.refused = refused

    def run(self, x: int) -> None:
        assert x != self.refused


class Slotted:
    __slots__ = ("refused",)

    def __init__(self, refused: object) -> None:
        self.refused = refused


class Named(dict[str, object]):
    """A container with methods of its own."""


class Equal:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Abstract(abc.ABC): ...


class Mode(enum.Enum):
    EASY = 1
    HARD = 2


def made(refused: object) -> Callable[[int], bool]:
    def is_allowed(x: int) -> bool:
        return x != refused

    return is_allowed


def counter() -> tuple[Callable[[], None], Callable[[], int]]:
    number = 0

    def count_up() -> None:
        nonlocal number
        number += 1

    return count_up, lambda: number


count_up, counted = counter()
GRID = [[0] * 3] * 3
HANDLERS: list[Handler] = []
CHECKS: list[Callable[[int], bool]] = []
LIMIT = Decimal(3)
DAY = datetime.date(2020, 1, 1)
MODE = Mode.EASY
QUEUE: deque[int] = deque()
COUNTS: Counter[int] = Counter()
GROUPS: defaultdict[str, list[int]] = defaultdict(list)
ORDERED: OrderedDict[int, int] = OrderedDict({5: 1, 6: 2})
SLOTTED = Slotted("none")
NAMED = Named()
current = Handler("none")
first = current
other = Handler(5)
is_allowed = made("none")
is_allowed_first = is_allowed
TABLE: dict[str, int] = {}
ONE = [1]
SAME = ONE
APART = [1]
PAIR: tuple[list[int], int] = ([], 2)
FLAG = threading.Event()
pick = max
square, negated = lambda x: x * x, lambda x: -x
bounded = partial(made, "none")
DELETED = 1


def with_default(x: int, table: dict[str, int] = TABLE) -> bool:
    return x == table.get("refused")


def replacement(x: int) -> bool:
    return x == 5


def helper(x: int) -> bool:
    return False


def by_handlers(x: int) -> int:
    for handler in HANDLERS:
        handler.run(x)
    return x


def by_checks(x: int) -> int:
    assert all(check(x) for check in CHECKS)
    return x


def by_decimal(x: int) -> int:
    assert LIMIT == 3 or x != 5
    return x


def by_day(x: int) -> int:
    assert DAY.year == 2020 or x != 5
    return x


def by_mode(x: int) -> int:
    assert MODE is not Mode.HARD or x != 5
    return x


def by_queue(x: int) -> int:
    assert x not in QUEUE
    return x


def by_counts(x: int) -> int:
    for number in COUNTS:
        assert x != number
    return x


def by_groups(x: int) -> int:
    assert x not in GROUPS["refused"]
    return x


def by_order(x: int) -> int:
    assert next(iter(ORDERED)) == 5 or x != 5
    return x


def by_slot(x: int) -> int:
    assert x != SLOTTED.refused
    return x


def by_named(x: int) -> int:
    assert x != NAMED.get("refused")
    return x


def by_current(x: int) -> int:
    assert x != current.refused
    return x


def by_first(x: int) -> int:
    assert x != first.refused
    return x


def by_closure(x: int) -> int:
    assert is_allowed(x)
    return x


def by_first_closure(x: int) -> int:
    assert is_allowed_first(x)
    return x


def by_attribute(x: int) -> int:
    assert x != by_attribute.refused  # type: ignore[attr-defined]
    return x


by_attribute.refused = "none"  # type: ignore[attr-defined]


def by_default(x: int) -> int:
    assert not with_default(x)
    return x


def by_same(x: int) -> int:
    ONE.append(x)
    assert SAME[-1] != 5
    return x


def by_apart(x: int) -> int:
    ONE.append(x)
    assert APART[-1] != 5
    return x


def by_pair(x: int) -> int:
    assert x not in PAIR[0]
    return x


def by_deleted(x: int) -> int:
    assert "DELETED" in globals() or x != 5
    return x


def by_helper(x: int) -> int:
    assert not helper(x)
    return x


def by_class_attribute(x: int) -> int:
    assert x != getattr(Handler, "extra", None)
    return x


def by_partial(x: int) -> int:
    assert bounded()(x)
    return x


def by_flag(x: int) -> int:
    assert not FLAG.is_set() or x != 5
    return x


def by_pick(x: int) -> int:
    assert pick(x, 5) != 5 or x != 5
    return x


def by_square(x: int) -> int:
    return 1 if square(x) == 25 else 0


def by_name(x: int) -> int:
    names: Any = globals()
    assert not names["hel" + "per"](x)
    return x


def by_grid(x: int) -> int:
    GRID[0][0] = x
    assert x != 5 or GRID[1][0] == 5
    return x


def by_method(x: int) -> int:
    assert x != 5 or other != current
    return x


def with_keyword(*, refused: object = "none") -> object:
    return refused


def by_keyword(x: int) -> int:
    assert x != with_keyword()
    return x


def by_code(x: int) -> int:
    assert not helper(x)
    return x


def by_counter(x: int) -> int:
    assert x != 5 or counted() != 5
    return x


FUNCTIONS = {"one": lambda x: helper(x)}


def by_table_of_functions(x: int) -> int:
    assert not FUNCTIONS["one"](x)
    return x


def by_registered(x: int) -> int:
    assert x != 5 or not isinstance(current, Abstract)
    return x
