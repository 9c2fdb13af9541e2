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


class Plain:
    def __init__(self, value: int) -> None:
        self.value = value


class Derived(Plain):
    pass


class Holder:
    def __init__(self, plain: Plain) -> None:
        self.plain = plain


def bump(plain):
    plain.value += 1


def by_equality(one: Plain, two: Plain) -> bool:
    return one == two


def by_membership(one: Plain, two: Plain) -> bool:
    return one in [two]


def by_keys(one: Plain, two: Plain) -> bool:
    return len({one: 1, two: 2}) == 1


def by_identity_number(one: Plain, two: Plain) -> bool:
    return id(one) == id(two)


def by_helper(one: Plain, two: Plain) -> bool:
    before = two.value
    bump(one)
    return before != two.value


def by_optional(one: Plain | None, two: Plain) -> bool:
    return one == two


def by_subclass(one: Plain, two: Derived) -> bool:
    return one is two


def by_third(one: Plain, two: Plain, three: Plain) -> bool:
    return one is not two and two is three


def in_a_tuple(pair: tuple[Plain, Plain]) -> bool:
    return pair[0] is pair[1]


def in_an_object(holder: Holder, plain: Plain) -> int:
    plain.value = 1
    holder.plain.value = 2
    return plain.value


def only_read(holder: Holder, plain: Plain) -> int:
    return holder.plain.value + plain.value


class Scope:
    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self.depth = parent.depth + 1 if parent else 0


class Single:
    made = None

    def __init__(self, value: int) -> None:
        if Single.made is not None:
            raise RuntimeError("there is one already")
        Single.made = self
        self.value = value


def both(one: Single, two: Single) -> int:
    return one.value + two.value


class Gauge:
    def __init__(self, level: int) -> None:
        if level < 0:
            raise ValueError(level)
        self.level = level

    def lower(self) -> None:
        self.level -= 1


def is_low(gauge: Gauge) -> bool:
    return gauge.level < 0


def is_low_inside(gauges: tuple[Gauge, Gauge]) -> bool:
    return gauges[0].level < 0
