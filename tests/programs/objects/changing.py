"""Classes whose `get` fails after one use of another member, each of which changes the object in a way of its own."""

from __future__ import annotations

import functools
import operator


class BySetattr:
    def __init__(self) -> None:
        self.x = 1

    def change(self) -> None:
        setattr(self, "x", 0)  # noqa: B010

    def get(self) -> int:
        return 1 // self.x


class ByExec:
    def __init__(self) -> None:
        self.x = 1

    def change(self) -> None:
        exec("self.x = 0")

    def get(self) -> int:
        return 1 // self.x


class ByNext:
    def __init__(self) -> None:
        self.numbers = iter([1, 0])

    def change(self) -> int:
        return next(self.numbers)

    def get(self) -> int:
        return 1 // next(self.numbers)


class ByLoop:
    def __init__(self) -> None:
        self.numbers = iter([1, 2])

    def change(self) -> int:
        found = 0
        for number in self.numbers:
            found += number
        return found

    def get(self) -> int:
        return 1 // len(list(self.numbers))


class ByOperator:
    def __init__(self) -> None:
        self.table = {1: 1}

    def change(self) -> None:
        operator.setitem(self.table, 1, 0)

    def get(self) -> int:
        return 1 // self.table[1]


class ByOtherName:
    def __init__(self) -> None:
        self.items = [1]

    def change(self) -> None:
        items = self.items
        items += [2]

    def get(self) -> int:
        return 1 // (2 - len(self.items))


class ByBoundMethod:
    def __init__(self) -> None:
        self.items = [1]

    def change(self) -> None:
        append = self.items.append
        append(2)

    def get(self) -> int:
        return 1 // (2 - len(self.items))


class ByMap:
    def __init__(self) -> None:
        self.items = [1]

    def change(self) -> None:
        list(map(self.items.append, [2]))

    def get(self) -> int:
        return 1 // (2 - len(self.items))


class Tickets:
    def __init__(self) -> None:
        self.left = 1

    def get(self) -> int:
        self.left -= 1
        return self.left


class ByOtherObject:
    def __init__(self) -> None:
        self.tickets = Tickets()

    def change(self) -> int:
        return self.tickets.get()

    def get(self) -> int:
        return 1 // self.tickets.left


def emptying(function):
    @functools.wraps(function)
    def wrapped(self):
        self.x = 0
        return function(self)

    return wrapped


class ByDecorator:
    def __init__(self) -> None:
        self.x = 1

    @emptying
    def change(self) -> int:
        return 3

    def get(self) -> int:
        return 1 // self.x


class ByClassMethod:
    x = 1

    @classmethod
    def change(cls) -> None:
        cls.x = 0

    def get(self) -> int:
        return 1 // self.x


class ByStaticMethod:
    x = 1

    @staticmethod
    def change() -> None:
        ByStaticMethod.x = 0

    def get(self) -> int:
        return 1 // self.x


class BySetter:
    def __init__(self) -> None:
        self._x = 1

    @property
    def x(self) -> int:
        return self._x

    @x.setter
    def x(self, value: int) -> None:
        self._x = value

    def get(self) -> int:
        return 1 // self._x


class ByItem:
    def __init__(self) -> None:
        self.x = 1

    def __setitem__(self, key: int, value: int) -> None:
        self.x = value

    def get(self) -> int:
        return 1 // self.x


class ByContext:
    def __init__(self) -> None:
        self.x = 1

    def __enter__(self) -> ByContext:
        return self

    def __exit__(self, *error: object) -> None:
        self.x = 0

    def get(self) -> int:
        return 1 // self.x


class ByLength:
    def __init__(self) -> None:
        self.x = 1

    def __len__(self) -> int:
        self.x = 0
        return 3

    def get(self) -> int:
        return 1 // self.x


class ByCachedProperty:
    def __init__(self) -> None:
        self.x = 1

    @functools.cached_property
    def computed(self) -> int:
        self.x = 0
        return 5

    def get(self) -> int:
        return 1 // self.x


class ByGenerator:
    def __init__(self) -> None:
        self.x = 1

    def change(self):
        self.x = 0
        yield 1

    def get(self) -> int:
        return 1 // self.x


class ByCoroutine:
    def __init__(self) -> None:
        self.x = 1

    async def change(self) -> None:
        self.x = 0

    def get(self) -> int:
        return 1 // self.x


class ByBuiltinBase(list[int]):
    def get(self) -> int:
        return 1 // (1 - len(self[:1]))


class ByPrivateProperty:
    def __init__(self) -> None:
        self.x = 1

    @property
    def __next(self) -> int:
        self.x -= 1
        return self.x

    def change(self) -> int:
        return self.__next

    def get(self) -> int:
        return 1 // self.x


class ByOwnFunction:
    def __init__(self) -> None:
        self.items = [1]
        self.use = self.items.pop

    def use(self) -> int:
        return 0

    def change(self) -> int:
        return self.use()

    def get(self) -> int:
        return 1 // len(self.items)
