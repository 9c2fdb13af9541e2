"""Functions that can tell one object from two equal ones."""

from __future__ import annotations

from dataclasses import dataclass


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance

    def transfer(self, other: Account, amount: int) -> None:
        """
        :assume: amount > 0
        :ensure: after(self).balance == self.balance - amount
        """
        self.balance -= amount
        other.balance += amount


def is_one(first: Account, second: Account) -> str:
    return "one" if first is second else "two"


def total(first: Account, second: Account) -> int:
    return first.balance + second.balance


@dataclass
class Node:
    value: int
    following: Node | None = None


def linked(first: Node, second: Node) -> int:
    first.following = second
    steps = 0
    node: Node | None = first
    while node is not None and steps < 3:
        node, steps = node.following, steps + 1
    return 10 // (steps - 3) if node is first else 0


def last_written(first: Node | None, second: Node | None) -> int:
    if first is None or second is None:
        return 0
    first.value, second.value = 1, 2
    return first.value
