"""Functions that fail when the state of the module is not what it was at first: kinds of state inside objects of C."""

from __future__ import annotations

import contextvars
import decimal
import functools
import gc
import io
import itertools
import locale
import logging
import os
import random
import signal
import sys
import threading
import warnings
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator


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
backwards = reversed({"a": 1, "b": 2}.items())
in_array = iter(numbers)
unset_variable: contextvars.ContextVar[int] = contextvars.ContextVar("unset")
set_variable: contextvars.ContextVar[int] = contextvars.ContextVar("set")
set_variable.set(4)
with_default = contextvars.ContextVar("default", default=0)
of_thread = threading.local()
of_thread.count = 0
of_thread.listed = [1]
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
    assert (list(backwards), list(in_array)) == ([("b", 2), ("a", 1)], [1])
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


def context_variables(x: int) -> int:
    result = 5 if x > 3 else 6
    assert unset_variable not in contextvars.copy_context()
    assert (set_variable.get(), with_default.get(), with_default.get(1)) == (4, 0, 1)
    unset_variable.set(1)
    set_variable.set(set_variable.get() + 1)
    with_default.set(2)
    assert (unset_variable.get(), set_variable.get(), with_default.get()) == (1, 5, 2)
    return result


def local_to_the_thread(x: int) -> int:
    result = 5 if x > 3 else 6
    assert vars(of_thread) == {"count": 0, "listed": [1]}
    of_thread.count += 1
    of_thread.more = 1
    of_thread.listed.append(2)
    return result


def ignore_signal(number: int, frame: object) -> None:
    """A handler of a signal."""


def switches(x: int) -> int:
    result = 5 if x > 3 else 6
    assert sys.get_int_max_str_digits() != 700
    sys.set_int_max_str_digits(700)
    assert gc.get_threshold()[0] != 701
    gc.set_threshold(701)
    assert signal.getsignal(signal.SIGUSR2) is not ignore_signal
    signal.signal(signal.SIGUSR2, ignore_signal)
    assert sys.excepthook is not print
    sys.excepthook = print
    warnings.warn("shown, and no error", stacklevel=1)
    warnings.simplefilter("error")
    return result


def logs(x: int) -> int:
    result = 5 if x > 3 else 6
    # The stream is that of this run.
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
    logging.info("big" if x > 3 else "small")
    return result


PASSING: dict[str, Callable[[], Iterator[object]]] = {
    "product": lambda: itertools.product([1, 0], repeat=2),
    "permutations": lambda: itertools.permutations([1, 0, 2]),
    "combinations": lambda: itertools.combinations([1, 0, 2], 2),
    "combinations_with_replacement": lambda: itertools.combinations_with_replacement([1, 0], 2),
    "groupby": lambda: itertools.groupby([1, 0, 0]),
    "tee": lambda: itertools.tee([1, 0])[0],
    "pairwise": lambda: itertools.pairwise([1, 0, 2]),
    "large range": lambda: iter(range(1 << 80, (1 << 80) + 10)),
    "ordered": lambda: iter(OrderedDict(a=1, b=2)),
}


def passing(iterator: Iterator[object]) -> Callable[[int], object]:
    """A function that takes an element of an iterator whenever it is called."""

    def inner(x: int) -> object:
        taken = next(iterator)
        return repr(taken) if x > 3 else 0

    return inner


def goes_on(x: int) -> int:
    result = 5 if x > 3 else 6
    assert next(generator) == 0
    return result


def goes_on_and_fails(x: int) -> int:
    next(generator)
    if x > 3:
        return 1 // (x - 7)
    return 0
