"""Special methods that functions run, and properties that a text names."""

from __future__ import annotations

import math


class _Meter:
    def __init__(self) -> None:
        self.left = 1

    def _use(self) -> int:
        self.left -= 1
        return 2

    def __floor__(self) -> int:
        return self._use()

    def __ceil__(self) -> int:
        return self._use()

    def __rpow__(self, other: int, modulus: int | None = None) -> int:
        return self._use()

    def __rdivmod__(self, other: int) -> tuple[int, int]:
        return self._use(), 0

    def __rmul__(self, other: int) -> int:
        return self._use()

    @property
    def reading(self) -> int:
        return self._use()


class _Measured:
    def __init__(self) -> None:
        self._meter = _Meter()


class ByFloor(_Measured):
    def change(self) -> int:
        return math.floor(self._meter)  # type: ignore[arg-type]

    def get(self) -> int:
        return 1 // self._meter.left


class ByCeiling(_Measured):
    def change(self) -> int:
        return math.ceil(self._meter)  # type: ignore[arg-type]

    def get(self) -> int:
        return 1 // self._meter.left


class ByPower(_Measured):
    def change(self) -> object:
        return pow(2, self._meter)  # type: ignore[call-overload]

    def get(self) -> int:
        return 1 // self._meter.left


class ByDivision(_Measured):
    def change(self) -> object:
        return divmod(2, self._meter)  # type: ignore[operator]

    def get(self) -> int:
        return 1 // self._meter.left


class ByProduct(_Measured):
    def change(self) -> object:
        return math.prod([2, self._meter])  # type: ignore[list-item]

    def get(self) -> int:
        return 1 // self._meter.left


class ByFormat(_Measured):
    def change(self) -> str:
        return "{0.reading}".format(self._meter)  # noqa: UP032

    def get(self) -> int:
        return 1 // self._meter.left
