"""Variables that a program only ever adds to: what is in them makes no difference to any function.

Proven from the text of all modules that can know them: the name stands nowhere but where it is first bound, and where
something is appended or counted.
"""

from __future__ import annotations

import ast
import functools
from collections import deque
from typing import Any

from pef.analysis.program_classes import Program

_APPENDING = {"append", "appendleft", "extend"}


def is_only_added_to(known: Program, name: str, value: Any) -> bool:
    """Whether that is so for all variables and attributes of a name, of which one has this value."""
    kind: Any = type(value)
    return kind in (int, list, deque) and _is_only_added(known, name, kind)


@functools.lru_cache(maxsize=4096)
def _is_only_added(known: Program, name: str, kind: Any) -> bool:
    if any(tree is None for tree in known.trees):
        return False
    return all(_is_only_added_in(tree, name, kind) for tree in known.trees if tree is not None)


def _is_only_added_in(tree: ast.Module, name: str, kind: type) -> bool:
    mentions = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            mentions += node.id == name
        elif isinstance(node, ast.Attribute):
            mentions += node.attr == name
        elif isinstance(node, ast.arg | ast.keyword):
            mentions += node.arg == name
        elif isinstance(node, ast.alias):
            mentions += name in (*node.name.split("."), node.asname)
        elif isinstance(node, ast.Constant):
            mentions += node.value == name
        if _is_addition(node, name, kind) or _is_first_binding(node, name, kind):
            mentions -= 1
    return mentions == 0


def _is_addition(node: ast.AST, name: str, kind: type) -> bool:
    if isinstance(node, ast.AugAssign):
        is_number = isinstance(node.value, ast.Constant) and type(node.value.value) is int
        return kind is int and is_number and isinstance(node.op, ast.Add | ast.Sub) and _is_of_name(node.target, name)
    call = node.value if isinstance(node, ast.Expr) else None
    if kind is int or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr in _APPENDING and _is_of_name(call.func.value, name)


def _is_first_binding(node: ast.AST, name: str, kind: type) -> bool:
    """A statement of a module or class that gives it a number; others are one object from the beginning on."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    targets: list[Any] = node.targets if isinstance(node, ast.Assign) else [node.target]
    if len(targets) != 1 or not (isinstance(targets[0], ast.Name) and targets[0].id == name):
        return False
    if kind is int:
        return isinstance(node.value, ast.Constant) and type(node.value.value) is int
    return node.col_offset == 0


def _is_of_name(node: ast.expr, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name and isinstance(node.value, ast.Name)
    return isinstance(node, ast.Name) and node.id == name
