"""Something of the object's own in place of a method, by `setattr`."""

from __future__ import annotations


class BySetattr:
    def __init__(self) -> None:
        self.total = 1
        for name in ["index", "count"]:
            setattr(self, name, self._grow)

    def _grow(self) -> int:
        self.total -= 1
        return self.total

    def change(self) -> int:
        return self.count()  # type: ignore[attr-defined, no-any-return]

    def get(self) -> int:
        return 1 // self.total
