"""Classes of attrs: defaults, factories, validators, classes that refer to themselves."""

from __future__ import annotations

import attrs


@attrs.define
class Point:
    x: int
    y: int = 3
    tags: list[str] = attrs.field(factory=list)


def slope(point: Point) -> int:
    return 1 // (point.x - point.y)


@attrs.frozen
class Chain:
    value: int
    rest: Chain | None = None


def second(chain: Chain) -> int:
    return chain.rest.value  # type: ignore[union-attr]


@attrs.define
class Bounded:
    level: int = attrs.field()

    @level.validator
    def _check(self, _attribute: object, value: int) -> None:
        if value < 0:
            raise ValueError(value)

    def inverse(self) -> int:
        return 10 // (self.level + 1)
