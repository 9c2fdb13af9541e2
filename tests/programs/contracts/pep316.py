"""Contracts as PEP 316 has them, in the dialect that CrossHair reads."""

from __future__ import annotations


def clamp(value: int, low: int, high: int) -> int:
    """Bring a value between two others.

    pre: low <= high
    post: low <= __return__ <= high
    post: _ == value or _ in (low, high)
    """
    return max(low, min(high, value))


def unclamped(value: int, low: int, high: int) -> int:
    """
    pre: low <= high
    post: low <= _ <= high
    """
    return max(low, value)


def add_one(numbers: list[int]) -> None:
    """
    pre: len(numbers) == 2
    post[numbers]:
        len(numbers) == len(__old__.numbers)
        all(new == old + 1 for old, new in zip(__old__.numbers, numbers))
    """
    for index in range(len(numbers)):
        numbers[index] += 1


def changes_what_it_must_not(numbers: list[int], others: list[int]) -> None:
    """
    pre: len(numbers) == 1 and len(others) == 1
    post[numbers]: numbers[0] == __old__.numbers[0] + 1
    """
    numbers[0] += 1
    others[0] = 0


def parse(number: int) -> int:
    """
    raises: ValueError, KeyError
    post: True
    """
    if number == 1:
        raise ValueError
    if number == 2:
        raise KeyError
    if number == 3:
        raise IndexError
    return number


class Account:
    """
    inv: self.balance >= 0
    """

    def __init__(self, balance: int) -> None:
        """pre: balance >= 0"""
        self.balance = balance

    def withdraw(self, amount: int) -> None:
        self._take(amount)

    def _take(self, amount: int) -> None:
        self.balance -= amount


def overdraw(balance: int, amount: int) -> int:
    """pre: balance >= 0"""
    account = Account(balance)
    account.withdraw(amount)
    return account.balance


def prose(value: int) -> int:
    """Does it in two steps.

    pre: heat the oven, then
    post: serve
    """
    return value


def continued(value: int) -> int:
    """Over several lines.

    pre: value > 0
         and value < 80
    post: (_ !=
      72)
    """
    return value


def documented(pre: str, value: int) -> int:
    """The documentation of parameters has the same form.

    Args:
        pre: prefix
    """
    return value
