"""Callables that are no functions."""

from __future__ import annotations

import functools


class Adder:
    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, x: int) -> int:
        self.number += 1
        if x == self.number:
            raise IndexError("hit")
        return self.number

    def twice(self, x: int) -> int:
        assert isinstance(self, Adder)
        return self(x) + self(x) if x > 2 else 0

    @classmethod
    def of_text(cls, x: int) -> int:
        return cls(3).number if x > 2 else 0


def power(base: int, exponent: int) -> int:
    if base == 7:
        raise IndexError("seven")
    return base + exponent


adder = Adder(3)
with_two = functools.partial(power, exponent=2)
of_seven = functools.partial(power, 7)
