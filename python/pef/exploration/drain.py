"""Bringing a result to its end: the body of a generator or a coroutine is what is explored, not the object.

Used for the symbolic run and for the replay alike, so both do the same.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from enum import Enum
from types import CodeType, GeneratorType
from typing import TYPE_CHECKING, Any

from pef.looks import has_attribute, has_member, is_a, traceback_of, unwrapped, written_in
from pef.startup.clean_imports import of_library

if TYPE_CHECKING:
    import asyncio

# An iterator may have no end.
ITERATION_BOUND = 256

# The rest of a generator expression that gives one element. Up to CPython 3.10 only an `await` makes it asynchronous.
_ONCE = 'for _ in "1"' if sys.version_info >= (3, 11) else 'for _ in "1" if await asyncio.sleep(0, True)'

_ATOMS = (int, bool, float, str, bytes, list, tuple, dict, set, frozenset, type(None))
_EXACTLY = frozenset(_ATOMS)


class Consumed(list[Any]):
    """What an iterator gave, up to the bound."""

    def __init__(self, elements: Iterable[Any], ending: Ending, *, complete: bool) -> None:
        super().__init__(elements)
        self.ending = ending
        self.complete = complete


def prepare(function: Any) -> None:
    """Import what running the results of a function needs: types that come in during a run are seen too late."""
    function = unwrapped(function)
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        _asyncio()


def _asyncio() -> Any:
    if "asyncio" not in sys.modules:
        with of_library():
            import asyncio  # noqa: F401
    return sys.modules["asyncio"]


def finish(result: Any) -> Any:
    """`result`, or what came of running it to its end."""
    # Asked of the type: `isinstance` looks at an attribute of the value, and an open container would be fixed.
    kind = type(result)
    if (type(kind) is type and kind in _EXACTLY) or (issubclass(kind, _ATOMS) and not has_member(kind, "__next__")):
        return result
    if is_a(result, GeneratorType):
        return finish(_run(result)) if result.gi_code.co_flags & inspect.CO_ITERABLE_COROUTINE else _consume(result)
    ways = [name for name in _WAYS_TO_END if written_in(kind, name) is not None]
    if ways == ["__await__"]:
        return finish(_run(result))
    if ways == ["__anext__"] and has_member(kind, "__aiter__"):
        return _run(_collect(result))
    if ways == ["__next__"] and has_member(kind, "__iter__") and not has_attribute(result, "fileno"):
        return _consume(result)
    return result


# What can be ended in several ways is a proxy that hands everything on, and maybe to nothing.
_WAYS_TO_END = ("__await__", "__anext__", "__next__")


def _consume(iterator: Iterator[Any]) -> Consumed:
    elements = list(itertools.islice(iterator, ITERATION_BOUND))
    if len(elements) == ITERATION_BOUND:
        return Consumed(elements, Ending.ITERATED_FOR_A_WHILE, complete=False)
    return Consumed(elements, Ending.ITERATED, complete=True)


async def _collect(iterator: AsyncIterator[Any]) -> Consumed:
    elements: list[Any] = []
    async for element in iterator:
        elements.append(element)
        if len(elements) == ITERATION_BOUND:
            break
    complete = len(elements) < ITERATION_BOUND
    return Consumed(elements, Ending.ITERATED_ASYNCHRONOUSLY, complete=complete)


async def _wait(awaitable: Any) -> Any:
    return await awaitable


def _run(awaitable: Any) -> Any:
    """What `asyncio.run` does, without its handling of Ctrl-C: that makes text of the task, and so of its values."""
    asyncio = _asyncio()
    loop = asyncio.new_event_loop()
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(_wait(awaitable))
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
    asyncio = _asyncio()
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))


class Ending(Enum):
    """How a result is brought to its end, which the text of a call has to say."""

    NOTHING = ("", "")
    ITERATED = ("list(", ")")
    ITERATED_FOR_A_WHILE = ("list(itertools.islice(", f", {ITERATION_BOUND}))")
    AWAITED = ("asyncio.run(", ")")
    # A comprehension with `async for` is no expression outside a coroutine function; inside a generator expression,
    # which is then an asynchronous one, it is.
    ITERATED_ASYNCHRONOUSLY = ("asyncio.run(asyncio.wait_for(anext([item async for item in ", f"] {_ONCE}), None))")


def expected_ending(function: Any) -> Ending:
    """How the results of a function end, as far as its kind tells."""
    function = unwrapped(function)
    if inspect.iscoroutinefunction(function):
        return Ending.AWAITED
    if inspect.isgeneratorfunction(function):
        return Ending.ITERATED
    if inspect.isasyncgenfunction(function):
        return Ending.ITERATED_ASYNCHRONOUSLY
    return Ending.NOTHING


def seen_ending(result: Any, error: BaseException | None) -> Ending:
    """How a run ended: any function may return an iterator, and what it raises then, the call alone does not."""
    if is_a(result, Consumed):
        return result.ending
    ending = Ending.NOTHING
    trace = traceback_of(error) if error is not None else None
    while trace is not None:
        # An asynchronous iterator is collected by a coroutine that is waited for: the inner one says what it was.
        ending = _ENDING_OF_CODE.get(trace.tb_frame.f_code, ending)
        trace = trace.tb_next
    return ending


def finished_call(call: str, expected: Ending, seen: Ending, scope: Mapping[str, Any]) -> str:
    """The call as an expression that does what `finish` did with its result, where `scope` are the names that are known."""
    if seen is Ending.NOTHING:
        seen = expected
    elif expected is Ending.AWAITED and seen is not Ending.AWAITED:
        # A coroutine whose result is an iterator.
        call = _surrounded(call, expected, scope)
    return _surrounded(call, seen, scope)


def _surrounded(call: str, ending: Ending, scope: Mapping[str, Any]) -> str:
    if ending is Ending.NOTHING:
        return call
    before, after = ending.value
    for module in ("asyncio", "itertools"):
        if scope.get(module) is not sys.modules.get(module):
            imported = f"__import__({module!r})."
            before, after = before.replace(f"{module}.", imported), after.replace(f"{module}.", imported)
    return f"{before}{call}{after}"


_ENDING_OF_CODE: dict[CodeType, Ending] = {
    _consume.__code__: Ending.ITERATED,
    _collect.__code__: Ending.ITERATED_ASYNCHRONOUSLY,
    _wait.__code__: Ending.AWAITED,
}
