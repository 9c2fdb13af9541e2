"""What `eval`, `exec` and `compile` are tried with, where the source is a symbolic text.

A text decides what runs, so there is no formula for what comes of it. A few are tried: the constants of the calling code that
are source, and the shortest of some kinds. Which of these it is, or none, is decided as in a dictionary; one that is none of them is fixed
to what it is in this run, with a note.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any

from pef import _engine

_engine.mark_rewritten(globals())

_EXPRESSIONS = ("0", "None", "''", "[]")
_STATEMENTS = ("pass",)
_LONGEST = 200
_MOST = 8


def decided(text: Any, is_expression: bool) -> str | None:
    """The plain source that a symbolic one is decided to be; nothing where it is none of those that are tried."""
    tried = _sources(sys._getframe(1).f_code, is_expression)
    found = _engine.resolve_key(dict.fromkeys(tried), text)
    return None if _engine.is_symbolic(found) else str(found)


@functools.lru_cache(maxsize=256)
def _sources(code: CodeType, is_expression: bool) -> tuple[str, ...]:
    constants = [one for one in _texts(code.co_consts) if one.strip() and len(one) <= _LONGEST]
    others = _EXPRESSIONS if is_expression else _STATEMENTS
    found = [one for one in dict.fromkeys([*constants, *others]) if _is_source(one, is_expression)]
    return tuple(found[:_MOST])


def _texts(constants: Iterable[Any]) -> Iterator[str]:
    for one in constants:
        if type(one) is str:
            yield one
        elif isinstance(one, tuple | frozenset):
            # In an order that is the same in all runs.
            yield from sorted(_texts(one))


def _is_source(text: str, is_expression: bool) -> bool:
    try:
        compile(text, "<string>", "eval" if is_expression else "exec")
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
        return False
    return True


_engine.set_model("source", decided)
