"""A field of a data class in place of a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LEVEL = [1]


def _drain() -> int:
    LEVEL[0] -= 1
    return LEVEL[0]


@dataclass
class _Tap:
    count: Callable[[], int]


class ByDataClass:
    def __init__(self) -> None:
        LEVEL[0] = 1
        self._tap = _Tap(_drain)

    def change(self) -> int:
        return self._tap.count()

    def get(self) -> int:
        return 1 // LEVEL[0]
