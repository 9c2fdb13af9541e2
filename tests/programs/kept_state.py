"""Functions that fail when the state of the module is not what it was at first: kinds of state inside objects of C."""

from __future__ import annotations

import decimal
import functools
import io
import itertools
import locale
import os
import random
import sys
from array import array
from collections import OrderedDict, deque


class Slotted:
    __slots__ = ("count", "unset")

    def __init__(self) -> None:
        self.count = 0


class Bag(list[int]):
    total = 0


slotted = Slotted()
bag = Bag()
bag.total = 0
queue = deque([1], maxlen=5)
numbers = array("i", [1])
text_buffer = io.StringIO("ab")
byte_buffer = io.BytesIO(b"x")
ordered = OrderedDict(a=1, b=2)
elements = iter([1, 2, 3])
counter = itertools.count()
next_number = itertools.count(5).__next__
cycle = itertools.cycle("ab")
in_range = iter(range(3))
chained = itertools.chain([1], [2])
numbered = enumerate("ab")
pairs = zip([1, 2], "ab", strict=True)
texts = map(str, [1, 2])
generator_of_numbers = random.Random(3)
FIRST_NUMBER = random.Random(3).random()
FIRST_LOCALE = locale.setlocale(locale.LC_CTYPE)
calls: list[int] = []


@functools.lru_cache(maxsize=None)
def cached(key: int) -> int:
    calls.append(key)
    return len(calls)


def counting():
    number = 0
    while True:
        yield number
        number += 1


generator = counting()


def attributes(x: int) -> int:
    result = 5 if x > 3 else 6
    assert not hasattr(slotted, "unset")
    slotted.unset = 1
    slotted.count += 1
    bag.total += 1
    assert (slotted.count, bag.total) == (1, 1)
    return result


def containers(x: int) -> int:
    result = 5 if x > 3 else 6
    queue.append(1)
    numbers.append(2)
    ordered.move_to_end("a")
    ordered["c"] = 3
    assert (len(queue), len(numbers), list(ordered)) == (2, 2, ["b", "a", "c"])
    return result


def buffers(x: int) -> int:
    result = 5 if x > 3 else 6
    text_buffer.seek(0, 2)
    text_buffer.write("c")
    assert text_buffer.getvalue() == "abc"
    assert byte_buffer.read() == b"x"
    byte_buffer.close()
    return result


def iterators(x: int) -> int:
    result = 5 if x > 3 else 6
    assert (next(elements), next(counter), next_number(), next(cycle)) == (1, 0, 5, "a")
    assert list(itertools.islice(cycle, 4)) == ["b", "a", "b", "a"]
    assert (list(in_range), list(chained), list(numbered)) == ([0, 1, 2], [1, 2], [(0, "a"), (1, "b")])
    assert (list(pairs), list(texts)) == ([(1, "a"), (2, "b")], ["1", "2"])
    return result


def seeded(x: int) -> int:
    result = 5 if x > 3 else 6
    assert generator_of_numbers.random() == FIRST_NUMBER
    return result


def caches(x: int) -> int:
    result = 5 if x > 3 else 6
    assert cached(3) == 1
    assert cached(3) == 1
    return result


def of_the_interpreter(x: int) -> int:
    result = 5 if x > 3 else 6
    assert "PEF_TEST" not in os.environ
    os.environ["PEF_TEST"] = "1"
    assert "/pef/test" not in sys.path
    sys.path.append("/pef/test")
    assert decimal.getcontext().prec != 5
    decimal.getcontext().prec = 5
    assert locale.setlocale(locale.LC_CTYPE) == FIRST_LOCALE
    locale.setlocale(locale.LC_CTYPE, "C")
    return result


def goes_on(x: int) -> int:
    result = 5 if x > 3 else 6
    assert next(generator) == 0
    return result


def goes_on_and_fails(x: int) -> int:
    next(generator)
    if x > 3:
        return 1 // (x - 7)
    return 0
