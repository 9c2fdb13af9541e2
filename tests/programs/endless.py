"""Loops that some inputs never leave, each turn of which is a decision."""

from __future__ import annotations


def counts_down(x: int) -> int:
    while x != 0:
        x -= 1
    return x


def catches_everything(x: int) -> int:
    count = 0
    while True:
        try:
            if x == count:
                break
            count += 1
        except BaseException:
            pass
    return count


def cleans_up(x: int) -> int:
    count = 0
    while x != count:
        try:
            if x == -7:
                return 0
        finally:
            count += 1
    return count


def is_reached(x: int) -> bool:
    return counts_down(x) == 0


def assumes_what_takes_forever(x: int) -> int:
    """
    :assume: is_reached(x)
    """
    return x


def never_asks(x: int) -> int:
    while x > 3:
        if len(str(3)) > 0:
            continue
    return x


def has_forced_turns(x: int, y: int) -> int:
    if y != 7:
        return 0
    for turn in range(2_100):
        if y == turn:
            x += 1
    assert x != 51
    return x
