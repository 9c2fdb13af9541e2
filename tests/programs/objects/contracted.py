"""Objects whose constructors and methods have contracts: what may be built with them, and what may not."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass


class Account:
    def __init__(self) -> None:
        self.balance = 10

    def withdraw(self, amount: int) -> int:
        """
        :assume: amount > 0
        :ensure: returnv < 10
        """
        self.balance -= amount
        return self.balance

    def below_ten(self) -> bool:
        """
        :ensure: after(self).balance <= 10
        """
        return self.balance < 10


class Positive:
    def __init__(self, value: int) -> None:
        """
        :assume: value > 0
        """
        self.value = value


def inverse(number: Positive) -> int:
    return 10 // number.value


class Holder:
    def __init__(self, number: Positive) -> None:
        self.number = number


def sometimes_inverse(holder: Holder, wanted: int) -> int:
    return 10 // holder.number.value if wanted > 3 else 0


class Refusing:
    def __init__(self, value: int) -> None:
        if value <= 0:
            raise ValueError(value)
        self.value = value


class RefusingHolder:
    def __init__(self, number: Refusing) -> None:
        self.number = number


def sometimes_inverse_of_refusing(holder: RefusingHolder, wanted: int) -> int:
    return 10 // holder.number.value if wanted > 3 else 0


@dataclass
class Interval:
    """
    :invariant: self.low <= self.high
    """

    low: int
    high: int

    def widen(self, by: int) -> None:
        self.low -= by

    def width(self) -> int:
        """
        :ensure: returnv >= 0
        """
        return self.high - self.low


class Short(Interval):
    """
    :invariant: self.high < self.low + 10
    """

    def raise_high(self, by: int) -> None:
        """
        :assume: by >= 0
        """
        self.high += by


def width_of(interval: Interval) -> int:
    """
    :ensure: returnv >= 0
    """
    return interval.high - interval.low


def make_interval(low: int, high: int) -> int:
    return Interval(low, high).high


def widen_short(short: Short, by: int) -> None:
    """
    :assume: by >= 0
    """
    short.widen(by)


class Pair(namedtuple("Pair", ["first", "second"])):
    """
    :types: first: int, second: int
    :invariant: self.first != self.second
    """


def quotient(pair: Pair) -> int:
    return 1 // (pair.first - pair.second)


class Link:
    """
    :invariant: self.following is None or self.value < self.following.value
    """

    def __init__(self, value: int, following: Link | None = None) -> None:
        self.value = value
        self.following = following


def second_is_larger(link: Link) -> int:
    """
    :ensure: returnv > 0
    """
    return 1 if link.following is None else link.following.value - link.value


class Swallowing:
    def __init__(self, value: int) -> None:
        self.number = None
        try:
            self.number = Positive(value)
        except BaseException:
            pass


def has_number(one: Swallowing) -> bool:
    """
    :ensure: returnv
    """
    return one.number is not None


class Impossible:
    """
    :invariant: self.value != self.value
    """

    def __init__(self, value: int) -> None:
        self.value = value


def takes_impossible(one: Impossible) -> int:
    return one.value


class Rate:
    """
    :invariant: self.count > 0
    """

    def __init__(self, total: int, count: int) -> None:
        self.count = count
        self.rate = total // count

    @property
    def inverse(self) -> int:
        """
        :ensure: returnv != 3
        """
        return 10 // self.count


def inverse_of(rate: Rate) -> int:
    return rate.inverse


class Unfinished:
    """
    :invariant: self.value >
    """

    def __init__(self, value: int) -> None:
        self.value = value

    def double(self) -> int:
        return 2 * self.value


def double_of(one: Unfinished) -> int:
    return one.double()


class Forgetful:
    """
    :invariant: self.values > 0
    """

    def __init__(self, value: int) -> None:
        self.value = value


def value_of(one: Forgetful) -> int:
    return one.value
