"""An iterator that a function has made, and a dictionary keeps."""

from __future__ import annotations

from collections.abc import Iterable


def _numbers() -> Iterable[int]:
    return iter([1, 2])


class ByReturn:
    def __init__(self) -> None:
        self._kept = {"numbers": _numbers()}

    def change(self) -> int:
        return sum(self._kept["numbers"])

    def get(self) -> int:
        return 1 // len(list(self._kept["numbers"]))
