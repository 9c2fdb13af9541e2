"""Bringing a result to its end: the body of a generator or a coroutine is what is explored, not the object.

Used for the symbolic run and for the replay alike, so both do the same.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import AsyncIterator, Iterator
from types import CoroutineType, GeneratorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

# An iterator may have no end.
ITERATION_BOUND = 256

_ATOMS = (int, bool, float, str, bytes, list, tuple, dict, set, frozenset, type(None))


class Consumed(list[Any]):
    """What an iterator gave, up to the bound."""

    complete = True


def prepare(function: Any) -> None:
    """Import what running the results of a function needs: types that come in during a run are seen too late."""
    function = inspect.unwrap(function)
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        import asyncio  # noqa: F401


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
    """What `asyncio.run` does, without its handling of Ctrl-C: that makes text of the task, and so of its values."""
    import asyncio

    async def wait() -> Any:
        return await awaitable

    loop = asyncio.new_event_loop()
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(wait())
    finally:
        try:
            _cancel_the_rest(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            asyncio.set_event_loop(None)
            loop.close()


def _cancel_the_rest(loop: asyncio.AbstractEventLoop) -> None:
    """Tasks that nobody waited for end with the loop."""
    import asyncio

    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))


def around_call(function: Any) -> tuple[str, str]:
    """What stands before and after a call, so that it is an expression that does what `finish` did."""
    function = inspect.unwrap(function)
    if inspect.iscoroutinefunction(function):
        return "asyncio.run(", ")"
    if inspect.isgeneratorfunction(function):
        return "list(", ")"
    return "", ""
