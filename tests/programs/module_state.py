"""Functions that keep something from one call to the next."""

from __future__ import annotations

import functools
import itertools

hits = 0
SEEN: list[int] = []
LOG: list[int] = []
counted = 0
total = 0
numbers = itertools.count()
registry: dict[str, int] = {}
LIMIT = 10


def hit(n: int) -> None:
    global hits
    hits += 1
    assert hits < 3


def seen(n: int) -> None:
    SEEN.append(n)
    assert len(SEEN) < 3


def add(n: int) -> None:
    global total
    total += n


def reads_what_another_changes() -> None:
    assert total != 77


def takes_numbers() -> None:
    assert next(numbers) < 2


class Ticket:
    count = 0

    def __init__(self, n: int) -> None:
        Ticket.count += 1


def issue(n: int) -> None:
    Ticket(n)
    assert Ticket.count < 3


def default_kept(x: int, kept=[]) -> None:  # noqa: ANN001, B006
    kept.append(x)
    assert len(kept) < 3


def own_attribute(x: int) -> None:
    own_attribute.count = getattr(own_attribute, "count", 0) + 1
    assert own_attribute.count < 3


def _counter():
    n = 0

    def step(k: int) -> None:
        nonlocal n
        n += 1
        assert n < 3

    return step


step = _counter()


def register(name: str) -> None:
    registry[name] = len(registry)


def looks_up(name: str) -> None:
    assert registry.get(name) != 1


@functools.cache
def made(n: int) -> list[int]:
    return []


def grows_what_is_cached(n: int) -> None:
    if n == 1:
        made(1).append(1)
        assert len(made(1)) < 2


limit = 3


@functools.cache
def over(n: int) -> bool:
    return n > limit


def set_limit(n: int) -> None:
    global limit
    limit = n


def stale(n: int) -> None:
    if n == 3:
        assert over(3) == (limit < 3)


def hidden_alias(n: int) -> None:
    tables = [SHARED]
    tables[0].append(n)


SHARED: list[int] = []


def logs(n: int) -> int:
    global counted
    LOG.append(n)
    counted += 1
    return n + LIMIT


@functools.lru_cache
def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def small_fibonacci(n: int) -> int:
    return fibonacci(n) if n < 3 else 0
