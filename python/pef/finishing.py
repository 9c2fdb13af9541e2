"""Bringing a result to its end: the body of a generator or a coroutine is what is explored, not the object.

Used for the symbolic run and for the replay alike, so both do the same.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import AsyncIterator, Iterator
from types import CoroutineType, GeneratorType
from typing import Any

# An iterator may have no end.
ITERATION_BOUND = 256

_ATOMS = (int, bool, float, str, bytes, list, tuple, dict, set, frozenset, type(None))


class Consumed(list[Any]):
    """What an iterator gave, up to the bound."""

    complete = True


def finish(result: Any) -> Any:
    """`result`, or what came of running it to its end."""
    # Asked of the type: `isinstance` looks at an attribute of the value, and an open container would be fixed.
    kind = type(result)
    if issubclass(kind, _ATOMS) and not hasattr(kind, "__next__"):
        return result
    if isinstance(result, CoroutineType) or inspect.isawaitable(result):
        return finish(_run(result))
    if isinstance(result, AsyncIterator):
        return _run(_collect(result))
    if isinstance(result, GeneratorType) or (isinstance(result, Iterator) and not _is_file(result)):
        return _consume(result)
    return result


def _is_file(value: object) -> bool:
    return hasattr(value, "fileno")


def _consume(iterator: Iterator[Any]) -> Consumed:
    consumed = Consumed(itertools.islice(iterator, ITERATION_BOUND))
    if len(consumed) == ITERATION_BOUND:
        consumed.complete = False
    return consumed


async def _collect(iterator: AsyncIterator[Any]) -> Consumed:
    consumed = Consumed()
    async for element in iterator:
        consumed.append(element)
        if len(consumed) == ITERATION_BOUND:
            consumed.complete = False
            break
    return consumed


def _run(awaitable: Any) -> Any:
    import asyncio

    async def wait() -> Any:
        return await awaitable

    return asyncio.run(wait())


def reproducing_call(call: str, function: Any) -> str:
    """The call as an expression that does what `finish` did."""
    function = inspect.unwrap(function)
    if inspect.iscoroutinefunction(function):
        return f"asyncio.run({call})"
    if inspect.isgeneratorfunction(function):
        return f"list({call})"
    return call
