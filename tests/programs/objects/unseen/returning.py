"""A variable that an operator of the program gives something that was there before."""

from __future__ import annotations


class _Holder:
    def __init__(self) -> None:
        self.items = [1]

    def __radd__(self, other: object) -> list[int]:
        return self.items


class ByOperator:
    def __init__(self) -> None:
        self._holder = _Holder()

    def change(self) -> int:
        found = 0
        found += self._holder  # type: ignore[assignment]
        found.clear()  # type: ignore[attr-defined]
        return 1

    def get(self) -> int:
        return 1 // len(self._holder.items)
