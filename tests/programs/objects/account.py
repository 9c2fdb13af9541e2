"""A bank account whose invariant only three calls, in the right order, break."""

from __future__ import annotations


class Account:
    """
    :invariant: self.balance >= -self.credit
    """

    def __init__(self) -> None:
        self.balance = 0
        self.credit = 0

    def grant(self, credit: int) -> None:
        if credit < 0:
            raise ValueError("a credit is not negative")
        self.credit += credit

    def withdraw(self, amount: int) -> None:
        if amount <= 0 or amount > self.balance + self.credit:
            raise ValueError("not enough money")
        self.balance -= amount

    def revoke(self, credit: int) -> None:
        if credit <= 0 or credit > self.credit:
            raise ValueError("not granted")
        # The fault: what was lent already is forgotten.
        self.credit -= credit

    def available(self) -> int:
        return self.balance + self.credit


class CarefulAccount(Account):
    """
    :invariant: self.balance >= -self.credit
    """

    def revoke(self, credit: int) -> None:
        if credit <= 0 or credit > self.credit or credit > self.balance + self.credit:
            raise ValueError("not granted, or lent")
        self.credit -= credit
