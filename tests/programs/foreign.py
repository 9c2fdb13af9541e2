"""Values that go through C types and C functions which know nothing of terms. Each function raises for 7."""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import functools
import itertools
import math
import operator
import random
from typing import NamedTuple


def decimal_on_the_left(number: int) -> None:
    if decimal.Decimal("0.5") * number == decimal.Decimal("3.5"):
        raise IndexError


def decimal_on_the_right(number: int) -> None:
    if number * decimal.Decimal("0.5") == decimal.Decimal("3.5"):
        raise IndexError


def decimal_compared(number: int) -> None:
    if decimal.Decimal(7) == number:
        raise IndexError


class Money(decimal.Decimal):
    """A class of the program that inherits the operators of a C type."""


def subclass_of_decimal(number: int) -> None:
    if Money("0.5") * number == decimal.Decimal("3.5"):
        raise IndexError


def timedelta_multiplied(number: int) -> None:
    if datetime.timedelta(days=1) * number == datetime.timedelta(days=7):
        raise IndexError


def imported_on_the_way(number: int) -> None:
    import zoneinfo  # noqa: F401
    from fractions import Fraction

    if Fraction(1, 2) * number == Fraction(7, 2):
        raise IndexError


def stored_in_an_array(number: int) -> None:
    numbers = array.array("b", b"abc")
    numbers[1] = number % 100
    if numbers[1] == 7:
        raise IndexError


def stored_in_a_bytearray(number: int) -> None:
    octets = bytearray(3)
    octets[1] = number
    if octets[1] == 7:
        raise IndexError


def stored_in_a_deque(number: int) -> None:
    numbers = collections.deque([1, 2, 3])
    numbers[1] = number
    if numbers[1] == 7:
        raise IndexError


def random_seed(number: int) -> None:
    if random.Random(number).random() == random.Random(7).random():
        raise IndexError


class Temperature(float):
    """Made by a constructor in C."""


def subclass_of_float(number: int) -> None:
    if Temperature(number) == 7.0:
        raise IndexError


class Numbers(array.array):
    """Made by another constructor in C."""


def subclass_of_array(number: int) -> None:
    if Numbers("q", [number % 100])[0] == 7:
        raise IndexError


class Point(NamedTuple):
    x: int


def named_tuple(number: int) -> None:
    if Point(number).x == 7:
        raise IndexError


@dataclasses.dataclass(frozen=True, order=True)
class Amount:
    number: int


def data_class(number: int) -> None:
    if Amount(number) == Amount(7):
        raise IndexError


def data_class_hashed(number: int) -> None:
    if hash(Amount(number)) == hash(Amount(7)):
        raise IndexError


class Refused(Exception):
    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exception_with_a_constructor(number: int) -> None:
    if Refused(number).number == 7:
        raise IndexError


class Doubling(type):
    def __call__(cls, number: int):  # noqa: ANN204
        return super().__call__(number * 2)


class Doubled(metaclass=Doubling):
    def __init__(self, number: int) -> None:
        self.number = number


def metaclass(number: int) -> None:
    if Doubled(number).number == 14:
        raise IndexError


class Colour(enum.Enum):
    RED = 7


def enumeration(number: int) -> None:
    try:
        Colour(number)
    except ValueError:
        return
    raise IndexError


def native_function_mapped(number: int) -> None:
    if list(map(math.isqrt, [abs(number) * 7])) == [7] and number == 7:
        raise IndexError


def native_function_accumulated(number: int) -> None:
    if list(itertools.accumulate([number, 21], math.gcd))[1] == 7:
        raise IndexError


def native_function_reduced(number: int) -> None:
    if functools.reduce(math.gcd, [number, 14]) == 7:
        raise IndexError


def native_key(number: int) -> None:
    if sorted([number * number, 50, 36], key=math.isqrt if number > 0 else None)[1:] == [50, 49]:
        raise AssertionError
    if number == 7:
        raise IndexError


def item_getter(number: int) -> None:
    if operator.itemgetter(number % 8)(range(8)) == 7:
        raise IndexError
