"""A name that numbers have for reading."""

from __future__ import annotations

from collections import deque


class ByRotation:
    def __init__(self) -> None:
        self.items = deque([1, 0])

    def change(self) -> None:
        self.items.rotate(1)

    def get(self) -> int:
        return 1 // self.items[0]
