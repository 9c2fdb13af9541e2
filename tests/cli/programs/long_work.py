"""Functions that take long, each in another part of what PEF does with them."""

from __future__ import annotations

import re
import time


def asks_hard_questions(x: int, y: int, z: int) -> int:
    if x**3 + y**3 + z**3 == 114:
        return 1
    return 2 if x**5 + y**5 == z**5 + 7 else 0


def calculates_in_c(x: int) -> int:
    return sum(range(10**11)) if x > 3 else 0


def backtracks(x: int) -> bool:
    return x > 2 and re.match(r"(a+)+$", "a" * 50 + "b") is not None


def swallows(x: int) -> int:
    while x > 3:
        try:
            while True:
                time.sleep(0.01)
        except BaseException:
            pass
    return 0


class Unspeakable:
    def __repr__(self) -> str:
        while True:
            pass


def takes_long_to_show(x: int) -> object:
    return Unspeakable() if x > 3 else None


def returns_a_lot(x: int) -> list[list[int]]:
    return [[x] * 3000 for _ in range(3000)] if x > 0 else []


def has_many_paths(text: str, old: str, new: str) -> str:
    return text.translate(str.maketrans(old, new))
