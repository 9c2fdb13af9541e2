"""Definitions: whether a value is a class, and the syntax tree of a function.

The tree is read once, because finding the end of a definition is slow. Nobody changes it: it is shared.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, TypeGuard


def is_class(value: object) -> TypeGuard[type]:
    """Whether a value is a class; before Python 3.11, `isinstance` says so of `list[int]` too."""
    return issubclass(type(value), type)


@functools.lru_cache(maxsize=4096)
def definition_of(function: Callable[..., Any]) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The definition of a function; nothing where there is no source to read, or it is no definition."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    definition = tree.body[0] if tree.body else None
    return definition if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef) else None
