"""Callables that hold a function: partial applications and caches."""

from __future__ import annotations

import functools
import math


@functools.lru_cache(maxsize=None)
def fibonacci(number: int) -> int:
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


@functools.cache
def inverse(number: int, scale: int = 1) -> float:
    return scale / (number - 3)


def calls_a_cache(number: int) -> float:
    return inverse(number) + inverse(number, scale=2)


def unhashable(number: int) -> float:
    return inverse([number])


def partial(number: int) -> float:
    return functools.partial(inverse, scale=4)(number)


def nested_partial(number: int) -> int:
    added = functools.partial(functools.partial(lambda one, two, three: one + two + three, number), 1)(three=2)
    return 1 if added == 10 else 0


def partial_of_native(number: int) -> int:
    return 1 if functools.partial(math.hypot, number)(21) == 29 else 0


class Named(functools.partial):
    """A partial application with a name; called by C code."""

    name = "named"


def subclass_of_partial(number: int) -> int:
    return 1 if Named(math.gcd, number)(21) == 7 else 0


class Adding:
    def __init__(self, first: int) -> None:
        self.first = first

    def __call__(self, second: int) -> int:
        return 1 // (self.first + second - 12)


def callable_object(number: int) -> int:
    return Adding(5)(number)
