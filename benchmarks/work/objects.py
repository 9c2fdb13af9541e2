"""Instances of user classes: an account with five methods, and a linked list."""

from __future__ import annotations

from typing import Optional


class Account:
    """An account with an overdraft."""

    def __init__(self, balance: int, limit: int) -> None:
        self.balance = balance
        self.limit = limit

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("nothing to deposit")
        self.balance += amount

    def withdraw(self, amount: int) -> bool:
        if amount <= 0:
            raise ValueError("nothing to withdraw")
        if not self.covers(amount):
            return False
        self.balance -= amount
        return True

    def covers(self, amount: int) -> bool:
        return self.balance + self.limit >= amount

    def is_overdrawn(self) -> bool:
        return self.balance < 0

    def fee(self) -> int:
        if self.is_overdrawn():
            return 5 if self.balance > -100 else 20
        return 0


def month(account: Account, salary: int, rent: int) -> int:
    """All five methods of an account."""
    account.deposit(salary)
    if not account.withdraw(rent):
        return -1
    return account.fee()


class Node:
    """A node of a linked list."""

    def __init__(self, value: int, following: Optional[Node]) -> None:
        self.value = value
        self.following = following


def is_ascending(node: Node) -> bool:
    """Whether a list of at most six nodes ascends."""
    count = 0
    while node.following is not None and count < 5:
        if node.following.value < node.value:
            return False
        node = node.following
        count += 1
    return True
