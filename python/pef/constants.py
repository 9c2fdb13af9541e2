"""Constants of the code as guesses for its inputs.

Numbers that a program compares with are where it behaves differently; a fault that lies beyond the depth bound is
often exactly there. A guess costs one run, so there are few of them, and small ones: a large number may be the length
of a loop.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

_LARGEST = 1_000
_COUNT = 60
_CALLS_FOLLOWED = 2


def guesses(function: Callable[..., Any], names: list[str]) -> list[list[tuple[str, int]]]:
    """Values for int parameters: each constant and its neighbours, for one parameter after another."""
    plain = inspect.unwrap(function)
    if not names or not isinstance(plain, FunctionType):
        return []
    values: dict[int, None] = {}
    for constant in sorted(set(_constants(plain, _CALLS_FOLLOWED, set())), key=abs, reverse=True):
        for value in (constant, constant + 1, constant - 1):
            values.setdefault(value)
    listed = [[(name, value)] for value in values for name in names]
    return listed[:_COUNT]


def _constants(function: FunctionType, calls: int, seen: set[FunctionType]) -> Iterator[int]:
    if function in seen:
        return
    seen.add(function)
    for code in _codes(function.__code__):
        for constant in code.co_consts:
            if type(constant) is int and abs(constant) <= _LARGEST:
                yield constant
        if calls > 0:
            for name in code.co_names:
                called = function.__globals__.get(name)
                if isinstance(called, FunctionType) and called.__module__ == function.__module__:
                    yield from _constants(called, calls - 1, seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
