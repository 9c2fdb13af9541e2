"""The syntax tree of a function, from its source; read once, because finding the end of a definition is slow.

Nobody changes the tree: it is shared.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any


@functools.lru_cache(maxsize=4096)
def definition_of(function: Callable[..., Any]) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The definition of a function; nothing where there is no source to read, or it is no definition."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    definition = tree.body[0] if tree.body else None
    return definition if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef) else None
