"""Special methods whose results C code takes: lengths, truth, indices, hashes."""

from __future__ import annotations


class Sized:
    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size


def five_long(one: Sized) -> str:
    return "five" if len(one) == 5 else "other"


def is_empty(one: Sized) -> bool:
    return not one


def has_some(one: Sized) -> int:
    return 1 if one else 0


class SizedByLambda:
    def __init__(self, size: int) -> None:
        self.size = size

    __len__ = lambda self: self.size  # noqa: E731


def lambda_five_long(one: SizedByLambda) -> str:
    return "five" if len(one) == 5 else "other"


class Shelf:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)


class Room:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def __len__(self) -> int:
        return len(self.shelf)


def more_than_two(room: Room) -> str:
    return "many" if len(room) > 2 else "few"


class Lamp:
    def __init__(self, power: int) -> None:
        self.power = power

    def __bool__(self) -> bool:
        return self.power > 3


def shines(lamp: Lamp) -> int:
    return 1 if lamp else 0


def is_dark(lamp: Lamp) -> bool:
    return not lamp


def all_shine(first: Lamp, second: Lamp) -> bool:
    return all([first, second])


class Position:
    def __init__(self, offset: int) -> None:
        self.offset = offset

    def __index__(self) -> int:
        return self.offset


def element_at(position: Position) -> int:
    return [10, 20, 30][position]


class Ticket:
    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ticket) and self.number == other.number


def is_winner(ticket: Ticket) -> bool:
    return ticket in {Ticket(7)}
