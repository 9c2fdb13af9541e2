"""A class that only reads, in ways that could change something: numbers, texts, objects that it makes."""

from __future__ import annotations

import math
from functools import total_ordering

TEMPLATE = "{:>10} {}"


@total_ordering
class Line:
    def __init__(self, name: str, price: float, amount: int = 1) -> None:
        if amount < 0:
            raise ValueError("less than nothing")
        self.name = name
        self.price = price
        self.total = price * amount

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.total == other.total

    def __lt__(self, other: Line) -> bool:
        return self.total < other.total

    def __hash__(self) -> int:
        return hash(self.name)

    def __float__(self) -> float:
        return self.total

    def __str__(self) -> str:
        return "%s: %.2f" % (self.name, self.total)

    @property
    def is_free(self) -> bool:
        return self.total == 0


class Invoice:
    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines

    def whole(self) -> int:
        return math.floor(math.fsum(line.price for line in self.lines))

    def text(self) -> str:
        return "\n".join("{0}: {1:{2}}".format(line.name, line.total, 8) for line in self.lines)  # noqa: UP032

    def heading(self) -> str:
        return TEMPLATE.format(len(self.lines), "lines")

    def dearest(self) -> Line:
        return max(self.lines)

    def with_tax(self, rate: float) -> list[Line]:
        found = []
        for line in sorted(self.lines):
            found.append(Line(line.name.strip().title(), line.price * (1 + rate)))
        return found

    def is_even(self) -> bool:
        return len(self.lines) % 2 == 0
