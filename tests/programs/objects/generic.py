"""Classes that fix the type variables of their bases."""

from __future__ import annotations

from typing import Generic, TypeVar

Content = TypeVar("Content")
Key = TypeVar("Key")


class Box(Generic[Content]):
    def __init__(self, content: Content) -> None:
        self.content = content


class TextBox(Box[str]):
    pass


class NumberBox(Box[int]):
    pass


class Labelled(Box[list[Key]], Generic[Key]):
    pass


class Numbered(Labelled[int]):
    pass


def first_letter(box: TextBox) -> str:
    return box.content[0]


def sign(box: NumberBox) -> int:
    return 1 if box.content > 0 else 0


def first_number(box: Numbered) -> int:
    return 1 // box.content[0]


def length(box: Box[str]) -> int:
    return len(box.content)
