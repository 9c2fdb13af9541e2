"""Contracts as decorators of deal."""

from __future__ import annotations

from collections.abc import Iterator

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


def calls_double_rightly(x: int) -> int:
    return double(abs(x) + 1)


@deal.pre(lambda x: x > 0 or "x has to be positive")
@deal.post(lambda result: "too much" if result > 5 else True)
def told_by_text(x: int) -> int:
    return x


@deal.pre(lambda *args, **kwargs: args[0] > 0)
@deal.ensure(lambda *args, **kwargs: kwargs["result"] > args[0])
def double_of_any(x: int) -> int:
    return x * 2


@deal.has()
def silent(x: int) -> int:
    print(x)
    return x


def calls_silent(x: int) -> int:
    return silent(3)


@deal.pre(lambda **kwargs: kwargs["x"] > 0)
def inverse(x: int) -> int:
    return 10 // x


@deal.post(lambda result: result < 7)
def yields(x: int) -> Iterator[int]:
    yield 1
    yield x
