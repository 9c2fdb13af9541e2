"""Definitions: whether a value is a class, and the syntax tree of a function.

The tree is read once. Nobody changes it: it is shared.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import os
import tokenize
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeGuard

from pef.looks import attribute_of, is_a, unwrapped, written_in

Definition = ast.FunctionDef | ast.AsyncFunctionDef

# What is said of a source that cannot be read.
UNREADABLE = (OSError, TypeError, SyntaxError, tokenize.TokenError)

# Where a definition has more lines that begin left of its body, as texts have, Python's own way is faster.
_ENDS_TRIED = 12
_TAB = 8

# What looking at a class runs, and where that is written for classes that say nothing else.
_LOOKED_UP = {"__getattribute__": type, "__eq__": object, "__hash__": object}


def is_class(value: object) -> TypeGuard[type]:
    """Whether a value is a class that can be looked at; before Python 3.11, `isinstance` says so of `list[int]` too.

    One whose metaclass has a say in every look, or in what it is equal to, is an object like any other.
    """
    kind = type(value)
    return kind is type or (issubclass(kind, type) and all(written_in(kind, name) is one for name, one in _LOOKS))


_LOOKS = tuple((name, vars(kind)[name]) for name, kind in _LOOKED_UP.items())


def definition_of(function: Callable[..., Any] | CodeType) -> Definition | None:
    """The definition of a function or its code; nothing where there is no source to read, or it is no definition.

    `inspect.getsource` reads the lines that follow with a tokenizer written in Python, which takes longer than a small
    exploration. Here the compiler says which lines are a whole definition.
    """
    written = function if is_a(function, CodeType) else unwrapped(function)
    code = written if is_a(written, CodeType) else attribute_of(written, "__code__", None)
    if not is_a(code, CodeType):
        return None
    scope = attribute_of(written, "__globals__", None)
    if scope and scope.get("__file__") == code.co_filename:
        # The source may be in an archive, where only the loader of the module finds it.
        linecache.lazycache(code.co_filename, scope)
    return _definition(code, code.co_filename, _stamp(code.co_filename))


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        about = os.stat(file)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return about.st_mtime_ns, about.st_size


@functools.lru_cache(maxsize=4096)
def _definition(code: CodeType, file: str, _source: tuple[int, int] | None) -> Definition | None:
    """Code is equal to code that does the same, whatever file it is of and whatever its defaults are."""
    linecache.checkcache(file)
    lines = linecache.getlines(file)[code.co_firstlineno - 1 :]
    definition = _first_statement(lines, _last_line(code) - code.co_firstlineno + 1) if lines else None
    return definition if isinstance(definition, Definition) and _is_of(definition, code) else None


def _last_line(code: CodeType) -> int:
    """The last line that there is code of."""
    own = (line for _, _, line in code.co_lines() if line is not None)
    inner = (_last_line(one) for one in code.co_consts if is_a(one, CodeType))
    return max(code.co_firstlineno, *own, *inner)


def _is_of(definition: Definition, code: CodeType) -> bool:
    """Whether a definition can be what the code was compiled from."""
    arguments = definition.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None]
    variables = code.co_varnames[: len(names)]
    # In a class, names that begin with two underscores become others, which end in them.
    are_same = (
        variable == name or (name.startswith("__") and variable.endswith(name))
        for variable, name in zip(variables, names, strict=False)
    )
    return definition.name == code.co_name and len(variables) == len(names) and all(are_same)


def _first_statement(lines: list[str], least: int) -> ast.stmt | None:
    """The statement that begins on the first line, and goes on for so many lines at least."""
    ends = (end for end in _possible_ends(lines) if end >= least)
    for _, end in zip(range(_ENDS_TRIED), ends, strict=False):
        found = statement_of(lines[:end])
        if found is not None:
            return found
    try:
        block = inspect.getblock(lines)
    except UNREADABLE:
        return None
    return statement_of(block) if len(block) >= least else None


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
    """The column at which a line begins, as the compiler counts: from the last form feed on."""
    before = line[: len(line) - len(line.lstrip(" \t\f"))]
    return len(before.rpartition("\f")[2].expandtabs(_TAB))


def statement_of(lines: list[str]) -> ast.stmt | None:
    """The statement that lines are; nothing where they are none, or several. They may be of the body of something."""
    is_inner = _indentation(lines[0]) > 0
    try:
        body = ast.parse("".join(["if True:\n", *lines] if is_inner else lines)).body
    except (SyntaxError, ValueError):
        return None
    if is_inner and len(body) == 1 and isinstance(body[0], ast.If):
        body = body[0].body
    return body[0] if len(body) == 1 else None
