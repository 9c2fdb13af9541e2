"""A bounded stack with a fault that needs push, push, pop."""

from __future__ import annotations


class Recent:
    def __init__(self) -> None:
        self._items: list[int] = []
        self._last: int | None = None

    def push(self, item: int) -> None:
        if self._last is not None:
            self._items.append(self._last)
        self._last = item

    def pop(self) -> int:
        last = self._last
        if last is None:
            raise LookupError("empty")
        if self._items:
            # The fault: the one before it is at the end.
            self._last = self._items[len(self._items)]
        else:
            self._last = None
        return last
