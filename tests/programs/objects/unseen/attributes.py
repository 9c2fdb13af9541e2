"""Something of the object's own in place of a method, under a name that is computed."""

from __future__ import annotations


class ByDictionary:
    def __init__(self) -> None:
        self.total = 1
        self.__dict__.update(count=self._grow)

    def _grow(self) -> int:
        self.total -= 1
        return self.total

    def change(self) -> int:
        return self.count()  # type: ignore[attr-defined, no-any-return]

    def get(self) -> int:
        return 1 // self.total
