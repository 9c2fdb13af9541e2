"""Classes that are attributes of each other."""

from __future__ import annotations


class Text:
    counterpart: type

    def __init__(self, size: int) -> None:
        self.size = size

    def doubled(self) -> int:
        return 2 * self.size


class Data:
    counterpart = Text

    def __init__(self, size: int) -> None:
        self.size = size


Text.counterpart = Data
