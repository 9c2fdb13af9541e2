"""An object that does something when it is lost."""

from __future__ import annotations

FREE = [1]


class _Guard:
    def __init__(self) -> None:
        self.size = 1

    def __del__(self) -> None:
        FREE[0] -= 1


class ByLoss:
    def __init__(self) -> None:
        FREE[0] = 1

    def change(self) -> int:
        guard = _Guard()
        return guard.size

    def get(self) -> int:
        return 1 // FREE[0]
