"""Contracts as decorators of icontract."""

from __future__ import annotations

import icontract


@icontract.require(lambda x: x > 0)
@icontract.ensure(lambda result, x: result > x)
def double(x: int) -> int:
    return x * 2


@icontract.require(lambda x: x >= 0, "not negative")
@icontract.ensure(lambda result, x: result > x)
def double_at_zero(x: int) -> int:
    return x * 2


@icontract.require(lambda numbers: len(numbers) == 2)
@icontract.snapshot(lambda numbers: numbers[:], name="before")
@icontract.ensure(lambda OLD, numbers: numbers[0] == OLD.before[1] and numbers[1] == OLD.before[0])
def swap(numbers: list[int]) -> None:
    numbers[0], numbers[1] = numbers[1], numbers[0]


def calls_double(x: int) -> int:
    return double(x)


def calls_double_rightly(x: int) -> int:
    return double(abs(x) + 1)


@icontract.require(lambda _ARGS, _KWARGS: len(_ARGS) + len(_KWARGS) == 1)
@icontract.ensure(lambda x, _ARGS, result: result >= x)
def by_all_arguments(x: int) -> int:
    return x


@icontract.invariant(lambda self: self.number >= 0)
class Counter:
    def __init__(self, number: int) -> None:
        self.number = abs(number)

    def add(self, number: int) -> None:
        self.number += abs(number)

    def take(self, number: int) -> None:
        self.number -= number


def count_down(number: int) -> None:
    Counter(number).take(1)


def inverse(counter: Counter) -> int:
    return 10 // (counter.number + 1)
