"""Functions whose paths meet again, and some whose paths only seem to."""

from __future__ import annotations

import enum
from dataclasses import dataclass


def counted(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    n = 0
    if a > 0:
        n += 1
    if b > 0:
        n += 1
    if c > 0:
        n += 1
    if d > 0:
        n += 1
    if e > 0:
        n += 1
    if f > 0:
        n += 1
    return 60 // (6 - n)


def safe(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    n = 1
    for x in (a, b, c, d, e, f):
        if x > 0:
            n += 1
    return 60 // n


def votes(ballots: list[int]) -> str:
    """
    :assume: len(ballots) <= 7
    """
    for_it = 0
    for ballot in ballots:
        if ballot > 0:
            for_it += 1
    if for_it == 7:
        raise RuntimeError("unanimous")
    return "carried" if for_it > 3 else "lost"


def vowels(text: str) -> int:
    """
    :assume: len(text) <= 6
    """
    n = 0
    for c in text:
        if c == "a" or c == "e":
            n += 1
    assert n != 6
    return n


def numbered(xs: list[int]) -> int:
    """
    :assume: len(xs) <= 6
    """
    n = 0
    for i, x in enumerate(xs):
        if x > i:
            n += 1
    assert n != 6
    return n


def attempted(a: int, b: int, c: int, d: int) -> int:
    n = 0
    try:
        if a == 0:
            n += 1
        if b == 0:
            n += 1
        if c == 0:
            n += 1
        n = 12 // (3 - n)
    except ZeroDivisionError:
        if d > 0:
            raise
        n = 0
    return n


class Gate:
    """An object that is looked at and not changed."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def opens(self, a: int, b: int, c: int, d: int) -> bool:
        n = 0
        if a > 0:
            n += 1
        if b > 0:
            n += 1
        if c > 0:
            n += 1
        if d > 0:
            n += 1
        if n == 4:
            assert self.limit != 7
        return n > self.limit


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def painted(a: int, b: int, c: int, d: int) -> int:
    colour = Colour.RED
    if a > 0:
        colour = Colour.BLUE
    if b > 0:
        colour = Colour.RED if colour is Colour.BLUE else Colour.BLUE
    where = Point(0, 0)
    if c > 0:
        where = Point(0, 1)
    if d > 0:
        where = Point(where.y, where.x)
    assert colour is not Colour.BLUE or where != Point(1, 0)
    return where.x


# Not what they seem: each fails on a path that would be left out if the wrong things were compared.


def known_before(a: int, b: int) -> int:
    n = 0
    if a > 10:
        n = 0
    if b > 0:
        n += 1
    if a > 5:
        n += 1
    return 1 // (n - 2 if a < 8 else 1)


def one_or_two_lists(a: int, b: int) -> int:
    one: list[int] = []
    two: list[int] = []
    if a > 0:
        two = one
    if b > 0:
        one.append(1)
    if b > 1:
        return 1 // (len(two) - 1)
    return 0


def bound_or_not(a: int, b: int) -> int:
    if a > 0:
        n = 1
    if b > 0:
        return n
    return 0


def in_order(a: int, b: int) -> int:
    table: dict[str, int] = {}
    if a > 0:
        table["one"] = 1
        table["two"] = 2
    else:
        table["two"] = 2
        table["one"] = 1
    if b > 0:
        return 1 // (list(table)[0] != "two")
    return 0


def gone_through(xs: list[int], b: int) -> int:
    """
    :assume: len(xs) <= 3
    """
    n = 0
    for x in xs:
        if x > 3:
            n += 1
        if n == 1 and b > 0 and xs[0] > 3 and x < 0:
            raise RuntimeError("the first one is looked at again")
    return n


def types(a: int, b: int) -> int:
    n: object = 0
    if a > 0:
        n = False
    elif a < -3:
        n = 0.0
    if b > 0:
        return 1 // (not isinstance(n, float)) + 1 // (not isinstance(n, bool))
    return 0


def in_finally(a: int, b: int) -> int:
    n = 0
    try:
        if a > 0:
            raise ValueError
    except ValueError:
        n = 1
    finally:
        if b > 0:
            n += 1
    return 1 // (n - 2)


VALUES: list[object] = [1] * 21 + [[]] + [1] * 10


def excused_by_type(p, k: int, q: int) -> int:
    """An exception that names the type of an argument nobody declared is no error, and another argument has another type."""
    n = 0
    for bit in (1, 2, 4, 8, 16):
        if k & bit:
            n += bit
    if isinstance(p, (int, str)):
        n += 0
    if q > 0:
        return VALUES[n] + 1
    return 0


def asked_no_further(xs: list[int], y: int) -> int:
    """Paths that meet in the loop fail after it, each for the same value of what nobody has asked about by then."""
    n = 0
    if len(xs) != 6:
        return 0
    for x in xs:
        if x > 0:
            n = 1
        else:
            n = 1
    if y < 5:
        return 10 // y
    return n
