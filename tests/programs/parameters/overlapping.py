"""Parameters of different types that may be given one object."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence


def optional(a: list[int] | None, b: list[int] | None) -> None:
    """
    :assume: a is None or len(a) <= 1, b is None or len(b) <= 1
    """
    if a is None or b is None:
        return
    n = len(b)
    a.append(1)
    assert len(b) == n


def of_two_kinds(a: list[int] | dict[str, int], b: list[int] | dict[str, int]) -> None:
    assert a is not b


def abstract(a: Sequence[int], b: list[int]) -> None:
    assert a is not b


def collections(a: Collection[int], b: Collection[int]) -> None:
    assert a is not b


def or_numbers(a: int | list[int], b: int | list[int]) -> None:
    assert isinstance(a, int) or isinstance(b, int) or a is not b


def one_may_change(a: list[int], b: list[int]) -> None:
    """
    post[a]: True
    """
    if len(b) < 2:
        n = len(b)
        a.append(1)
        assert len(b) == n


def only_one_changes(a: list[int], b: list[int]) -> None:
    """
    post[a]: True
    """
    if len(a) < 2 and len(b) < 2:
        a.append(1)


def queues(a: deque[int], b: deque[int]) -> None:
    assert a is not b


def iterables(a: Iterable[int], b: Iterable[int]) -> None:
    assert a is not b or isinstance(a, list)


def wider(a: list[int | str], b: list[int]) -> None:
    assert a is not b


def unrelated(a: list[str], b: list[int]) -> None:
    assert a is not b


TABLE = [1]


def beside_a_global(x: list[int]) -> None:
    assert x is not TABLE


def of_another_type(x: list[str]) -> None:
    assert x is not TABLE
