"""Constants of the code as guesses for its inputs.

Numbers that a program compares with are where it behaves differently; a fault that lies beyond the depth bound is
often exactly there. A guess costs one run, so there are few of them, and small ones: a large number may be the length
of a loop.

Texts are put together from the words of the code: to come to a particular key and a particular value by steps of one
character takes thousands of runs, `key=value` takes one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from pef.looks import is_a, unwrapped

_LARGEST = 1_000
_COUNT = 60
_CALLS_FOLLOWED = 2
_LONGEST = 30
_WORDS = 12
_TEXTS = 200


def guesses(function: Callable[..., Any], names: list[str]) -> list[list[tuple[str, int]]]:
    """Values for int parameters: each constant and its neighbours, for one parameter after another."""
    plain = unwrapped(function)
    if not names or not is_a(plain, FunctionType):
        return []
    values: dict[int, None] = {}
    for constant in sorted(set(_constants(plain, _CALLS_FOLLOWED, set())), key=abs, reverse=True):
        for value in (constant, constant + 1, constant - 1):
            values.setdefault(value)
    listed = [[(name, value)] for value in values for name in names]
    return listed[:_COUNT]


def text_guesses(function: Callable[..., Any], names: list[tuple[str, type]]) -> list[list[tuple[str, int]]]:
    """Values for parameters that are strings or bytes, as the lengths and codes that they consist of."""
    plain = unwrapped(function)
    if not names or not is_a(plain, FunctionType):
        return []
    listed = []
    for name, kind in names:
        constants: Iterator[Any] = _all_constants(plain, _CALLS_FOLLOWED, set())
        words: list[Any] = list(dict.fromkeys(word for word in constants if type(word) is kind))
        words = [word for word in words if 0 < len(word) <= _LONGEST and word != plain.__doc__][:_WORDS]
        listed += [_as_codes(name, text) for text in itertools.islice(_compositions(words), _TEXTS)]
    return listed


def _compositions(words: list[Any]) -> Iterator[Any]:
    """Each word, then words with a mark between them, then such pairs with another mark between them."""
    marks = [word for word in words if len(word) <= 2 and not word.isalnum()]
    names = [word for word in words if word not in marks]
    yield from words
    pairs = [one + mark + two for mark in marks for one in names for two in names if one is not two]
    yield from pairs
    yield from (one + mark for mark in marks for one in names)
    yield from (one + mark + two for one in pairs for mark in marks for two in pairs if one is not two)


def _as_codes(name: str, text: Any) -> list[tuple[str, int]]:
    if is_a(text, str):
        codes = [(f"ord({name}[{place}])", ord(character)) for place, character in enumerate(text)]
    else:
        codes = [(f"{name}[{place}]", octet) for place, octet in enumerate(text)]
    return [(f"len({name})", len(text)), *codes]


def _constants(function: FunctionType, calls: int, seen: set[FunctionType]) -> Iterator[int]:
    for constant in _all_constants(function, calls, seen):
        if type(constant) is int and abs(constant) <= _LARGEST:
            yield constant


def _all_constants(function: FunctionType, calls: int, seen: set[FunctionType]) -> Iterator[Any]:
    if function in seen:
        return
    seen.add(function)
    for code in _codes(function.__code__):
        for constant in code.co_consts:
            if is_a(constant, (tuple, frozenset)):
                yield from constant
            else:
                yield constant
        if calls > 0:
            for name in code.co_names:
                called = function.__globals__.get(name)
                if is_a(called, FunctionType) and called.__module__ == function.__module__:
                    yield from _all_constants(called, calls - 1, seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if is_a(constant, CodeType):
            yield from _codes(constant)
