"""Methods that stand in their class as something that is no function."""

from __future__ import annotations

import functools


class Reader:
    @functools.singledispatchmethod
    def read(self, value):
        raise NotImplementedError(value)

    @read.register
    def _(self, value: int):
        return value

    def _divide(self, divisor: int, number: int) -> int:
        return number // divisor

    half = functools.partialmethod(_divide, 2)
    none = functools.partialmethod(_divide, 0)
