"""Caches of `functools` that nobody can see: a call gives the same with them as without.

So it is where equal arguments are alike in all (a text, a whole number; not 0.0 and -0.0), where what is kept cannot be
changed by who gets it, and where the function only reads.
"""

from __future__ import annotations

import ast
import copy
import functools
from types import FunctionType
from typing import Any

from pef.analysis.fresh import FreshNames
from pef.analysis.program_classes import Program
from pef.source.definitions import definition_of

CACHED = type(functools.lru_cache(len))

_ALIKE = (int, str, bytes, bool)
_NAMES = frozenset(class_.__name__ for class_ in _ALIKE)


def is_unseen_cache(value: Any, known: Program) -> bool:
    """Whether a value is a function with such a cache."""
    from pef.analysis.effects import only_reads

    function = cached_function(value, known)
    return function is not None and only_reads(function)


def cached_function(value: Any, known: Program) -> FunctionType | None:
    """The function behind a cache that nobody can see as long as the function only reads."""
    if type(value) is not CACHED or not isinstance(value.__wrapped__, FunctionType):
        return None
    function = value.__wrapped__
    return function if _takes_what_is_alike(function) and _gives_plain(function, known) else None


def _takes_what_is_alike(function: FunctionType) -> bool:
    code = function.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    declared = [function.__annotations__.get(name) for name in code.co_varnames[:count]]
    collects = code.co_flags & 0x0C
    return not collects and all(one in _NAMES if isinstance(one, str) else one in _ALIKE for one in declared)


@functools.lru_cache(maxsize=256)
def _gives_plain(function: FunctionType, known: Program) -> bool:
    """Whether all that it returns are numbers and texts, if its own results are."""
    definition = definition_of(function.__code__)
    if not isinstance(definition, ast.FunctionDef):
        return False
    definition = _WithoutItself(definition.name).visit(copy.deepcopy(definition))
    if any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Lambda) for node in ast.walk(definition)):
        return False
    if any(isinstance(node, ast.FunctionDef) and node is not definition for node in ast.walk(definition)):
        return False
    names = FreshNames(definition, known)
    returned = (node.value for node in ast.walk(definition) if isinstance(node, ast.Return))
    return all(value is None or names.is_plain(value) for value in returned)


class _WithoutItself(ast.NodeTransformer):
    """Has calls of a function by itself as if they were a number."""

    def __init__(self, name: str) -> None:
        self._name = name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        is_itself = isinstance(node.func, ast.Name) and node.func.id == self._name
        return ast.copy_location(ast.Constant(0), node) if is_itself else node
