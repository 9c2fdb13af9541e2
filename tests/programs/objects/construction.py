"""Constructors that refuse, print, inherit, call others, or cannot be called at all."""

from __future__ import annotations


class Even:
    def __init__(self, number: int) -> None:
        if number % 2:
            raise ValueError("odd")
        self.number = number


def half(even: Even) -> str:
    return "large" if even.number > 10 else "small"


class Never:
    def __init__(self, number: int) -> None:
        raise ValueError("never")


def use_never(never: Never) -> None:
    pass


class Endless:
    def __init__(self, inner: Endless) -> None:
        self.inner = inner


def use_endless(endless: Endless) -> None:
    pass


class Loud:
    def __init__(self) -> None:
        print("made")


def quiet(loud: Loud) -> None:
    pass


class Part:
    def __init__(self, weight: int) -> None:
        self.weight = weight


class Container:
    def __init__(self, part: Part) -> None:
        self.part = part


class Box(Container):
    def __init__(self, weight: int) -> None:
        super().__init__(Part(weight))


def total(box: Box) -> str:
    if box.part.weight > 0:
        return "full"
    return "empty"


class Square:
    def __init__(self, side: int) -> None:
        self.side = side

    @property
    def area(self) -> int:
        return self.side * self.side

    def scaled(self, factor: int) -> int:
        return self.side * factor

    @staticmethod
    def unit(side: int) -> int:
        return side

    @classmethod
    def of(cls, side: int) -> int:
        return cls(side).area

    def __len__(self) -> int:
        return max(self.side, 0)
