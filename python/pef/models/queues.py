"""Models of `collections.deque`: what it does to elements goes through operators; numbers are decided first."""

from __future__ import annotations

from collections import deque
from typing import Any

from pef import _engine as engine
from pef.models.registry import function
from pef.models.sequences import bound, count, decided, fits_a_word, position, search

_MAXLEN = "maxlen"


@function(deque, trigger="key")
def deque_(*arguments: Any, **named: Any) -> deque[Any]:
    if len(arguments) > 1:
        arguments = (arguments[0], count(arguments[1]), *arguments[2:])
    if _MAXLEN in named:
        named[_MAXLEN] = count(named[_MAXLEN])
    elements = [engine.fix(argument) for argument in arguments[:1]]
    return engine.run_builtin(deque, *elements, *arguments[1:], **named)  # type: ignore[no-any-return]


def _rotate(queue: Any, steps: Any) -> tuple[Any, ...]:
    if not isinstance(steps, int) or not fits_a_word(steps):
        return (engine.plain(steps),)
    # A full turn changes nothing.
    return (engine.settle(steps % len(queue)) if len(queue) > 0 else 0,)


def _insert(queue: Any, index: Any, element: Any) -> tuple[Any, ...]:
    known = isinstance(index, int) and fits_a_word(index)
    return (bound(queue, index) if known else engine.plain(index), element)


def _item(queue: Any, index: Any, *value: Any) -> tuple[Any, ...]:
    known = isinstance(index, int) and fits_a_word(index)
    return (position(queue, index) if known else engine.plain(index), *value)


def _times(queue: Any, number: Any) -> tuple[Any, ...]:
    return (count(number),)


decided(deque, "rotate", range(1, 2), _rotate)
decided(deque, "insert", range(2, 3), _insert)
search(deque, "index")
search(deque, "remove", most=1, remove=True)
decided(deque, "__getitem__", range(1, 2), _item)
decided(deque, "__setitem__", range(2, 3), _item)
decided(deque, "__delitem__", range(1, 2), _item)
decided(deque, "__mul__", range(1, 2), _times)
decided(deque, "__imul__", range(1, 2), _times)
