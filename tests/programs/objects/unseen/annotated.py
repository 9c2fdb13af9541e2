"""A parameter of a plain type that is given something else on the way."""

from __future__ import annotations


class _Meter:
    def __init__(self) -> None:
        self.left = 1

    def __radd__(self, other: object) -> _Meter:
        return self

    def __lt__(self, other: object) -> bool:
        self.left = 0
        return True


class ByComparison:
    def __init__(self) -> None:
        self._meter = _Meter()

    def change(self, number: int = 0) -> bool:
        number += self._meter  # type: ignore[assignment]
        return number < 3

    def get(self) -> int:
        return 1 // self._meter.left
