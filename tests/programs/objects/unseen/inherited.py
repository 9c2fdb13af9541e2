"""What a library class makes of the methods of one that is derived from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class _Table(Mapping[str, int]):
    def __init__(self) -> None:
        self.left = 1

    def __getitem__(self, name: str) -> int:
        self.left = 0
        return 1

    def __iter__(self) -> Iterator[str]:
        return iter(("one",))

    def __len__(self) -> int:
        return 1


class ByComparison:
    def __init__(self) -> None:
        self._table = _Table()

    def change(self) -> bool:
        return self._table == {"one": 1}

    def get(self) -> int:
        return 1 // self._table.left
