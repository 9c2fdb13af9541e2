"""Definitions: whether a value is a class, and the syntax tree of a function.

The tree is read once. Nobody changes it: it is shared.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeGuard

Definition = ast.FunctionDef | ast.AsyncFunctionDef

# Where a definition has more lines that begin left of its body, as texts have, Python's own way is faster.
_ENDS_TRIED = 12
_TAB = 8


def is_class(value: object) -> TypeGuard[type]:
    """Whether a value is a class; before Python 3.11, `isinstance` says so of `list[int]` too."""
    return issubclass(type(value), type)


def definition_of(function: Callable[..., Any] | CodeType) -> Definition | None:
    """The definition of a function or its code; nothing where there is no source to read, or it is no definition.

    `inspect.getsource` reads the lines that follow with a tokenizer written in Python, which takes longer than a small
    exploration. Here the compiler says which lines are a whole definition.
    """
    code = function if isinstance(function, CodeType) else getattr(inspect.unwrap(function), "__code__", None)
    if not isinstance(code, CodeType):
        return None
    if scope := getattr(function, "__globals__", None):
        # The source may be in an archive, where only the loader of the module finds it.
        linecache.lazycache(code.co_filename, scope)
    return _definition(code, code.co_filename)


@functools.lru_cache(maxsize=4096)
def _definition(code: CodeType, file: str) -> Definition | None:
    """Code is equal to code that does the same, whatever file it is of."""
    linecache.checkcache(file)
    lines = linecache.getlines(file)[code.co_firstlineno - 1 :]
    definition = _first_statement(lines) if lines else None
    return definition if isinstance(definition, Definition) and definition.name == code.co_name else None


def _first_statement(lines: list[str]) -> ast.stmt | None:
    """The statement that begins on the first line."""
    for _, end in zip(range(_ENDS_TRIED), _possible_ends(lines), strict=False):
        found = statement_of(lines[:end])
        if found is not None:
            return found
    try:
        return statement_of(inspect.getblock(lines))
    except SyntaxError:
        return None


def _possible_ends(lines: list[str]) -> Iterator[int]:
    """After which lines the statement on the first one may end.

    At the first of them where the lines so far are a statement, it does: what is still open there (a bracket, a text, a
    decorator) makes the compiler refuse them.
    """
    own = _indentation(lines[0])
    for number, line in enumerate(lines):
        if number and _indentation(line) <= own and line.strip() and not line.lstrip().startswith("#"):
            yield number
    yield len(lines)


def _indentation(line: str) -> int:
    expanded = line.expandtabs(_TAB)
    return len(expanded) - len(expanded.lstrip())


def statement_of(lines: list[str]) -> ast.stmt | None:
    """The statement that lines are; nothing where they are none. They may be of the body of something."""
    is_inner = _indentation(lines[0]) > 0
    try:
        body = ast.parse("".join(["if True:\n", *lines] if is_inner else lines)).body
    except (SyntaxError, ValueError):
        return None
    if is_inner and body and isinstance(body[0], ast.If):
        body = body[0].body
    return body[0] if body else None
