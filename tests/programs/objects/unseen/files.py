"""A library object that is an iterator."""

from __future__ import annotations

import io


class ByLoop:
    def __init__(self) -> None:
        self._file = io.StringIO("a")

    def change(self) -> list[str]:
        return [line for line in self._file]

    def get(self) -> int:
        return 1 // (1 - self._file.tell())
