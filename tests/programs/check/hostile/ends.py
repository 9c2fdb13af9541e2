"""Calls that do not come back, or take the process with them. Each function also has an ordinary fault elsewhere."""

import ctypes
import os


def loops(x: int) -> int:
    while x == 3:
        pass
    return 10 // (x - 5)


def swallows(x: int) -> int:
    while x == 3:
        try:
            while True:
                pass
        except BaseException:
            pass
    return 10 // (x - 5)


def dereferences(x: int) -> int:
    if x == 7:
        return ctypes.string_at(0)[0]
    return 10 // (x - 5)


def recurses(x: int) -> int:
    if x > 100:
        return recurses(x + 1)
    return 10 // (x - 5)


def eats(x: int) -> int:
    if x == 1:
        return len([0] * 10**12)
    return 10 // (x - 5)


def leaves(x: int) -> int:
    if x == 9:
        os._exit(3)
    return 10 // (x - 5)
