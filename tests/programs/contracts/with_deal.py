"""Contracts as decorators of deal."""

from __future__ import annotations

import deal


@deal.pre(lambda x: x > 0)
@deal.post(lambda result: result > 1)
@deal.ensure(lambda x, result: result > x)
def double(x: int) -> int:
    return x * 2


@deal.pre(lambda _: _.x >= 0)
@deal.ensure(lambda _: _.result > _.x)
def double_at_zero(x: int) -> int:
    return x * 2


@deal.reason(ValueError, lambda x: x == 3)
@deal.raises(KeyError)
def raises(x: int) -> int:
    if x in (3, 4):
        raise ValueError
    if x == 5:
        raise KeyError
    if x == 6:
        raise IndexError
    return x


def calls_double(x: int) -> int:
    return double(x)
