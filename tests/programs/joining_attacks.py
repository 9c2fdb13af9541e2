"""Functions that a reviewer wrote to have a path taken for another: each has an error that only one of two alike paths leads to."""

from __future__ import annotations

import enum
import itertools

LOG: list[int] = []


def alternating(a: int, b: int, c: int) -> int:
    """A loop that goes through a list first and through a dictionary then, with another list in between."""
    t: object = {7: 0, 8: 1}
    if a > 0:
        t = {7: 0, 55: 1}
    k: object = [1]
    i = 0
    while i < 2:
        i = i + 1
        for x in k:
            if i == 2:
                k = 0
                for _ in [1, 2, 3]:
                    if b > 0:
                        pass
            if x == 55:
                if c == 42:
                    raise ValueError
        k = t
        t = 0
    return 0


def changed_while_iterated(a: int, b: int, c: int) -> int:
    one = [1, 2, 3]
    two = [1, 2, 3]
    it = one if a > 0 else two
    for x in it:
        if b > 0:
            pass
        if len(one) < 6:
            one.append(7)
        if x == 7:
            if c == 42:
                raise ValueError
    return 0


def shrunk_while_iterated(a: int, b: int, c: int) -> int:
    one = [1, 2, 3]
    n = 0
    for x in one:
        n += 1
        if x == (2 if a > 0 else 3):
            one.clear()
            if b > 0:
                pass
            one.extend([5, 8, 9, 10])
        if x == 9:
            if c == 42:
                raise ValueError
        if x == 10:
            if c == 43:
                raise KeyError
        if n > 9:
            break
    return 0


def one_iterator_twice(a: int, b: int, c: int) -> int:
    it = enumerate([1, 2, 3, 4])
    jt = enumerate([1, 2, 3, 4])
    other = it if a > 0 else jt
    for pair in zip(it, other):
        if b > 0:
            pass
        if pair[0][1] == 3 and pair[1][1] == 4:
            if c == 42:
                raise ValueError
        if pair[0][1] == 3 and pair[1][1] == 3:
            if c == 43:
                raise KeyError
    return 0


def closures(b: int, q: int) -> int:
    c = 0

    def g():
        return c

    def h():
        return q - c

    while g() < 6:
        if b > 0:
            pass
        if h() == 0:
            if g() == 4:
                raise ValueError
        c = g() + 1
    return 0


def another_float(x: float, a: int, b: int, c: int) -> int:
    y = x
    if a > 0:
        y = -(-x)
    if b > 0:
        pass
    if [y] == [x]:
        pass
    elif c == 42:
        raise ValueError
    return 0




def note(x: int) -> int:
    LOG.append(x)
    return x


def by_library(a: int, b: int, c: int) -> int:
    LOG.clear()
    if a > 0:
        list(itertools.starmap(note, [(1,)]))
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def hex(x: int) -> list[int]:
    return LOG


def by_name_of_builtin(a: int, b: int, c: int) -> int:
    y = hex(1)
    y.clear()
    if a > 0:
        y.append(1)
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def by_added_alias(a: int, b: int, c: int) -> int:
    LOG.clear()
    y = LOG
    if a > 0:
        y += [1]
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


class Kind(enum.Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Kind:
        LOG.append(1)
        return cls.ONE


def by_enumeration(a: int, b: int, c: int) -> int:
    LOG.clear()
    if a > 0:
        Kind(7)
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


class Noting:
    def __index__(self) -> int:
        LOG.append(1)
        return 1


X = Noting()


def by_special_method(a: int, b: int, c: int) -> int:
    LOG.clear()
    if a > 0:
        [1] * X
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def by_name_of_comprehension(a: int, b: int, c: int) -> int:
    LOG.clear()
    numbers = [X for X in (1, 2)]
    if a > 0:
        numbers * X
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def abs(x: int) -> list[int]:
    return LOG


def by_added_result(a: int, b: int, c: int) -> int:
    LOG.clear()
    y = abs(1)
    if a > 0:
        y += [1]
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def added_without_clearing(a: int, b: int, c: int) -> int:
    y = abs(1)
    if a > 0:
        y += [1]
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


LARGE = set(range(100))
SMALL = {9, 2}
NONE: set[int] = set()
FROZEN = frozenset([17, 65])
FROZEN_NONE: frozenset[int] = frozenset()
FROZEN_MORE = frozenset([18])


def emptied_set(a: int, b: int, c: int) -> int:
    """A set that was large once keeps its table, which decides the order of what comes into it."""
    y = NONE | NONE
    if a > 0:
        y = LARGE | NONE
        y ^= LARGE
    if b > 0:
        pass
    y |= SMALL
    if list(y)[0] == 2:
        if c == 42:
            raise ValueError
    return 0


def rebuilt_set(a: int, b: int, c: int) -> int:
    y = FROZEN
    if a > 0:
        y = FROZEN ^ FROZEN_NONE
    if b > 0:
        pass
    if list(y | FROZEN_MORE)[1] == 18:
        if c == 42:
            raise ValueError
    return 0


def range(x: int) -> list[list[int]]:
    return [LOG]


def by_added_element(a: int, b: int, c: int) -> int:
    for y in range(1):
        if a > 0:
            y += [1]
    if b > 0:
        pass
    if len(LOG) == 1:
        if c == 42:
            raise ValueError
    return 0


def equal_texts(s: str, t: str, p: int) -> int:
    """What is known of one text is known of the other."""
    if s != t:
        return 0
    if len(s) == 0:
        return 0
    c = s[0]
    d = t[0]
    if d == "a":
        pass
    if p > 0:
        pass
    if c == "z":
        raise ValueError
    return 0


def equal_octets(s: bytes, t: bytes, p: int) -> int:
    if s != t:
        return 0
    if len(s) == 0:
        return 0
    c = s[0]
    d = t[0]
    if d == 0:
        pass
    if p > 0:
        pass
    if c == 7:
        raise ValueError
    return 0


def found_in_one_place(s: str, p: int) -> int:
    """Where a text is not, it is elsewhere."""
    if "b" not in s:
        return 0
    if len(s) != 2:
        return 0
    c = s[0]
    d = s[1]
    if d == "b":
        pass
    if p > 0:
        pass
    if c == "z":
        raise ValueError
    return 0


def ordered_texts(s: str, t: str, p: int) -> int:
    if not s <= t:
        return 0
    if len(s) != 1:
        return 0
    if len(t) != 1:
        return 0
    c = s[0]
    d = t[0]
    if d == "a":
        pass
    if p > 0:
        pass
    if c == "z":
        raise ValueError
    return 0


def asked_later(s: str, t: str, p: int) -> int:
    """The answer is known before, and is a part of the state; what it is about is not."""
    known = s == t
    if len(s) != 1:
        return 0
    if len(t) != 1:
        return 0
    if s[0] == "a":
        pass
    if t[0] == "b":
        pass
    if p > 0:
        pass
    if known:
        raise ValueError
    return 0


def last_at(email: str) -> int:
    """
    :assume: len(email) <= 5
    """
    if "@" not in email:
        return 1
    n = 0
    for c in email:
        if c == " ":
            n += 1
        elif c == "@":
            n = 0
    if n == 4:
        raise ValueError
    return n


def chosen_before(a: int, b: int, d: int, e: int) -> int:
    """A conditional expression is a branch where it comes up first, and one of the paths has passed it."""
    n = 0
    if a > 0:
        if d > 0:
            n += 0
        seq = (e,)
        z = b
    else:
        seq = (d, e)
        z = a
    for x in seq:
        if x > 0:
            n += 0
        r = (
            z
            if z > 3
            else 9
        )
        z = b
    if e == 77:
        raise ValueError
    return n
