"""Iterators that functions of libraries go through."""

from __future__ import annotations

import math
import statistics


class ByProduct:
    def __init__(self) -> None:
        self.numbers = iter([1, 2, 3])

    def change(self) -> float:
        return math.prod(self.numbers)

    def get(self) -> int:
        return 1 // self.numbers.__length_hint__()


class ByMean(ByProduct):
    def change(self) -> float:
        return statistics.mean(self.numbers)

    def get(self) -> int:
        return 1 // self.numbers.__length_hint__()
