"""Calls of contracted functions by other ways than their names, and objects made or changed in unusual ways."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple


def half(number: int) -> int:
    """
    :assume: number % 2 == 0
    """
    return number // 2


@functools.lru_cache
def kept_half(number: int) -> int:
    """
    :assume: number % 2 == 0
    """
    return number // 2


TABLE = {"half": half, "kept": kept_half}
PARTIAL = functools.partial(half)


class Operations:
    operation = staticmethod(half)


def by_table(number: int) -> int:
    return TABLE["half"](number)


def by_cache_in_table(number: int) -> int:
    return TABLE["kept"](number)


def by_partial(number: int) -> int:
    return PARTIAL(number)


def by_default(number: int) -> int:
    def apply(function=half):
        return function(number)

    return apply()


def by_attribute(number: int) -> int:
    return Operations.operation(number)


def by_map(number: int) -> list[int]:
    return list(map(half, [number]))


def rightly_by_table(number: int) -> int:
    return TABLE["half"](2 * number)


class Level:
    """
    :invariant: self._value < 41
    """

    def __init__(this) -> None:
        this._value = 0

    @property
    def value(this) -> int:
        return this._value

    @value.setter
    def value(this, number: int) -> None:
        """
        :assume: number >= 0
        """
        this._value = number

    def raise_to(this, number: int) -> None:
        this._value = number

    def fail_at(this, number: int) -> None:
        this._value = number
        if number == 99:
            raise ValueError(number)
        this._value = 0

    def look_meanwhile(this, number: int) -> int:
        this._value = number
        seen = this.value
        this._value = 1
        return seen


def set_below() -> None:
    Level().value = -1


def set_to(number: int) -> None:
    Level().value = abs(number)


@dataclass
class Record:
    """
    :invariant: self.number < 41
    """

    number: int


class Row(NamedTuple):
    """
    :invariant: self.number < 41
    """

    number: int


class Fixed:
    """
    :invariant: self.number < 41
    """

    number = 50


def record_of(number: int) -> int:
    return Record(number).number


def row_of(number: int) -> int:
    return Row(number).number


def fixed() -> int:
    return Fixed().number
