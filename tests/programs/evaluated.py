"""Functions that run source text, compiled code, and coroutines."""

from __future__ import annotations

import asyncio

inverse = eval("lambda divisor: [1 // index for index in range(divisor)]")


def from_expression(count: int) -> list[int]:
    return eval("[1 // index for index in range(count)]")


def defined_at_import(count: int) -> list[int]:
    return inverse(count)


def from_statements(number: int) -> int:
    exec("global chosen\nchosen = 10 if number > 1000 else 20")
    return globals().pop("chosen")


def from_compiled(number: int) -> int:
    code = compile("20 if number == 77 else 10", "formula", "eval")
    return eval(code)


def from_restricted(number: int) -> int:
    return eval("20 if number == 77 else 10", {"__builtins__": {}, "number": number})


def from_compiled_restricted(number: int) -> int:
    code = compile("20 if number == 77 else 10", "formula", "eval")
    return eval(code, {"__builtins__": {}, "number": number})


def from_bytes(count: int) -> list[int]:
    return eval(b"list(range(count))")


def wrong_syntax(number: int) -> int:
    if number == 5:
        return eval("1 +")
    return 0


async def halves(number: int) -> float:
    await asyncio.sleep(0)
    if number == 7:
        raise KeyError(number)
    return 1 / (number - 2)


async def counts(number: int) -> object:
    for index in range(number):
        await asyncio.sleep(0)
        yield 1 // (2 - index)


async def leaves_a_task_behind(number: int) -> int:
    task = asyncio.create_task(asyncio.sleep(3600))
    await asyncio.sleep(0)
    return number if not task.done() else -1


def of_any_source(source: str) -> float:
    value = eval(source)
    return 10 / value


def of_short_source(source: str) -> int:
    if len(source) == 1:
        return 7 // eval(source)
    return 0


def of_known_source(source: str) -> int:
    if source in ("1 + 1", "2 - 2"):
        return 4 // eval(source)
    return 0


def of_any_statements(source: str) -> int:
    exec(source)
    return 1
