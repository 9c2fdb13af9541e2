"""Arguments at entry: copies of everything in them, which are still the same objects to `is`."""

from __future__ import annotations

from collections import OrderedDict, deque


class Slotted:
    __slots__ = ("items",)

    def __init__(self, number: int) -> None:
        self.items = [number]

    def wrongly_keeps(self, number: int) -> None:
        """
        :ensure: len(after(self).items) == len(self.items)
        """
        self.items.append(number)

    def grows(self, number: int) -> None:
        """
        :ensure: len(after(self).items) == len(self.items) + 1
        """
        self.items.append(number)


class Copying:
    def __init__(self, number: int) -> None:
        self.items = [number]

    def __deepcopy__(self, memo: object) -> Copying:
        return self

    def wrongly_keeps(self, number: int) -> None:
        """
        :ensure: after(self).items == self.items
        """
        self.items.append(number)


class Caller:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        """
        :ensure: after(self).count == self.count
        """
        self.count += 1


def lengthen(box):
    """
    :ensure: after(box)[0] == box[0]
    """
    box[0].append(1)


def lengthen_in_deque(number: int) -> None:
    lengthen(deque([[number]]))


def lengthen_in_ordered(number: int) -> None:
    lengthen(OrderedDict({0: [number]}))


class Chain:
    def __init__(self, number: int) -> None:
        """
        :ensure: self.number == number
        """
        self.number = number

    def add(self, number: int) -> Chain:
        """
        :ensure: returnv is self, after(self) is self, returnv is not number
        """
        self.number += number
        return self


def same(items: list[int], others: list[list[int]]) -> list[int]:
    """
    :assume: len(others) == 1
    :ensure: returnv is items, others[0] is not items
    """
    others[0].append(3)
    return items


def other(items: list[int]) -> list[int]:
    """
    :ensure: returnv is items
    """
    return list(items)


def count(*args: int, **kwargs: int) -> int:
    """
    :assume: len(args) < 2, len(kwargs) < 2
    :ensure: returnv <= 2
    """
    return len(args) + len(kwargs)


def inverse(*, number: int = 3) -> int:
    """
    :assume: number > 0
    """
    return 10 // number


def count_nothing() -> int:
    return count() + inverse()


def made(limit: int):
    class TooMuchError(Exception):
        pass

    def checked(number: int) -> int:
        """
        :raises: TooMuchError: number > limit
        """
        if number > limit:
            raise TooMuchError
        return number

    return checked


class Register:
    kept: dict[int, int] = {}

    @classmethod
    def put(cls, number: int) -> None:
        """
        :ensure: cls.kept[number] == number
        """
        cls.kept[number] = 1 if number == 77 else number
