"""A class that stands inside of a function."""

from __future__ import annotations

LEFT = [1]


def _made() -> object:
    class Sized:
        def __len__(self) -> int:
            LEFT[0] = 0
            return 1

    return Sized()


class ByLocalClass:
    def __init__(self) -> None:
        LEFT[0] = 1
        self._sized = _made()

    def change(self) -> int:
        return len(self._sized)  # type: ignore[arg-type]

    def get(self) -> int:
        return 1 // LEFT[0]
