"""Models of C functions over iterables that read an int as a number: `itertools`, `bisect`, `heapq`, `operator`.

What they do to elements goes through operators; the numbers are decided first.
"""

from __future__ import annotations

import bisect
import heapq
import itertools
import operator
import sys
from collections.abc import Callable, Iterator
from typing import Any

from pef import _engine as engine
from pef.models.registry import function, natively, refuse
from pef.models.sequences import count, fits_a_word

_Result = Any


def _counting(builtin: Any, place: int, name: str, *, length_matters: bool = False) -> None:
    """One argument, by place or name, is a count; with a length that matters, more than all elements is one case."""

    def model(*arguments: Any, **named: Any) -> _Result:
        given = list(arguments)
        length = None
        if length_matters and given:
            given[0] = list(given[0])
            length = len(given[0])
        if len(given) > place:
            given[place] = _count(given[place], length)
        elif name in named:
            named[name] = _count(named[name], length)
        return engine.run_builtin(builtin, *map(_fixed, given), **named)

    function(builtin, trigger="key")(model)


def _fixed(value: Any) -> Any:
    """A container of decided size; text and numbers as they are."""
    return engine.fix(value) if isinstance(value, list | tuple | dict | set) else value


def _count(number: Any, length: int | None) -> Any:
    if length is not None and isinstance(number, int) and number > length:
        return engine.plain(number) if not fits_a_word(number) else length + 1
    return count(number)


_EVERYWHERE = 1 << 30

_counting(itertools.product, _EVERYWHERE, "repeat")
_counting(itertools.repeat, 1, "times")
_counting(itertools.tee, 1, "n")
_counting(itertools.permutations, 1, "r", length_matters=True)
_counting(itertools.combinations, 1, "r", length_matters=True)
_counting(itertools.combinations_with_replacement, 1, "r")


@function(itertools.islice, trigger="key")
def islice(*arguments: Any, **named: Any) -> _Result:
    numbers = [_bound(limit) for limit in arguments[1:]]
    return engine.run_builtin(itertools.islice, *map(_fixed, arguments[:1]), *numbers, **named)


def _bound(limit: Any) -> Any:
    if isinstance(limit, int) and 0 <= limit <= sys.maxsize:
        return engine.settle(limit)
    return engine.plain(limit)


def _placing(builtin: Any, before: Callable[[Any, Any], Any], insert: bool) -> None:
    """The model of a function of `bisect`: `before` says whether the place is after an element."""

    def model(a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> _Result:
        if not _is_size(lo) or not (hi is None or _is_size(hi)):
            return refuse(builtin, a, x, lo, hi, key=key)
        if lo < 0:
            raise ValueError("lo must be non-negative")
        # As in C, where -1 stands for nothing given.
        if hi is None or hi == -1:
            hi = len(a)
        wanted = key(x) if insert and key is not None else x
        while lo < hi:
            middle = (lo + hi) // 2
            element = a[middle] if key is None else key(a[middle])
            if before(element, wanted):
                lo = middle + 1
            else:
                hi = middle
        return a.insert(lo, x) if insert else lo

    function(builtin, trigger="any")(model)


def _is_size(number: Any) -> bool:
    return isinstance(number, int) and bool(fits_a_word(number))


def _is_less(element: Any, wanted: Any) -> Any:
    return element < wanted


def _is_not_more(element: Any, wanted: Any) -> Any:
    return not wanted < element


_placing(bisect.bisect_left, _is_less, False)
_placing(bisect.bisect_right, _is_not_more, False)
_placing(bisect.insort_left, _is_less, True)
_placing(bisect.insort_right, _is_not_more, True)


def _extremes(builtin: Any, largest: bool) -> None:
    """`heapq.nlargest` and `nsmallest`, which are documented by `sorted`; where `<` orders totally they are it."""

    def model(n: Any, iterable: Any, key: Any = None) -> _Result:
        elements = list(iterable)
        keys = elements if key is None else [key(element) for element in elements]
        if not isinstance(n, int) or not engine.totally_ordered(keys):
            return natively(builtin, n, elements, key)
        order = sorted(range(len(elements)), key=keys.__getitem__, reverse=largest)
        return [elements[place] for place in order[: n if n > 0 else 0]]

    function(builtin, trigger="any")(model)


_extremes(heapq.nlargest, True)
_extremes(heapq.nsmallest, False)


@function(operator.contains, trigger="any")
def contains(a: Any, b: Any, /) -> _Result:
    return b in a


@function(operator.getitem, trigger="any")
def getitem(a: Any, b: Any, /) -> _Result:
    return a[b]


@function(operator.setitem, trigger="any")
def setitem(a: Any, b: Any, c: Any, /) -> None:
    a[b] = c


@function(operator.delitem, trigger="any")
def delitem(a: Any, b: Any, /) -> None:
    del a[b]


@function(itertools.count, trigger="key")
def counted(start: Any = 0, step: Any = 1) -> Any:
    if not isinstance(start, int | float) or not isinstance(step, int | float):
        return natively(itertools.count, start, step)
    return _counted_from(start, step)


def _counted_from(number: Any, step: Any) -> Iterator[Any]:
    while True:
        yield number
        number = number + step


@function(operator.itemgetter, trigger="key")
def item_getter(*items: Any) -> Callable[[Any], Any]:
    def get(container: Any, /) -> Any:
        found = tuple([container[item] for item in items])
        return found if len(items) > 1 else found[0]

    return get
