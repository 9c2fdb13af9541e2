"""The types of what an operation that raised was given, as far as they can be told from its frame without running code.

The failed expression is found by the position of the instruction (CPython 3.11 and later; before, every expression of
the line is taken). Operands are names, attributes and elements of them, and what operators make of these; what a call
gives is not known. Literals are left out: nobody gave them.
"""

from __future__ import annotations

import ast
import functools
import itertools
import linecache
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any

_UNKNOWN = object()


def types_of_operands(error: BaseException, is_under_test: Callable[[str], bool]) -> set[type]:
    """The types of the operands of the operation that raised, which is the innermost of the code under test."""
    found: TracebackType | None = None
    traceback = error.__traceback__
    while traceback is not None:
        if is_under_test(traceback.tb_frame.f_code.co_filename):
            found = traceback
        traceback = traceback.tb_next
    if found is None:
        return set()
    values = (
        _value(name, found.tb_frame)
        for expression in _failed(found)
        for operand in _operands(expression)
        for name in _names(operand)
    )
    return {type(value) for value in values if value is not _UNKNOWN}


def _failed(traceback: TracebackType) -> list[ast.expr]:
    """The expressions that may be the one that raised."""
    code = traceback.tb_frame.f_code
    line = traceback.tb_lineno
    on_line = _expressions(code.co_filename).get(line, [])
    if not hasattr(code, "co_positions"):
        return on_line
    position = next(itertools.islice(code.co_positions(), traceback.tb_lasti // 2, None), None)
    if position is None:
        return []
    begin, end, column, end_column = position
    return [
        one
        for one in _expressions(code.co_filename).get(begin or line, [])
        if (one.end_lineno, one.col_offset, one.end_col_offset) == (end, column, end_column)
    ]


@functools.lru_cache(maxsize=16)
def _expressions(file: str) -> dict[int, list[ast.expr]]:
    """The expressions of a file by the line that they begin in."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found: dict[int, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            found.setdefault(node.lineno, []).append(node)
    return found


def _operands(node: ast.expr) -> Iterator[ast.expr]:
    """What the operation of an expression itself is done with."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            yield node.func.value
        yield from (one.value if isinstance(one, ast.Starred) else one for one in node.args)
        yield from (keyword.value for keyword in node.keywords)
    elif isinstance(node, ast.Subscript):
        yield node.value
        if isinstance(node.slice, ast.Slice):
            yield from (one for one in (node.slice.lower, node.slice.upper, node.slice.step) if one is not None)
        else:
            yield node.slice
    elif isinstance(node, ast.Compare):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.BinOp):
        for one in (node.left, node.right):
            yield from one.elts if isinstance(one, ast.Tuple) else (one,)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Attribute | ast.Starred | ast.FormattedValue | ast.Await):
        yield node.value
    else:
        # It is iterated, taken apart, called or entered.
        yield node


def _names(node: ast.expr) -> Iterator[ast.expr]:
    """What the value of an operand is made of by operators alone."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        yield node
    elif isinstance(node, ast.BinOp):
        yield from (*_names(node.left), *_names(node.right))
    elif isinstance(node, ast.UnaryOp):
        yield from _names(node.operand)
    elif isinstance(node, ast.IfExp):
        yield from (*_names(node.body), *_names(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from itertools.chain.from_iterable(map(_names, node.values))
    elif isinstance(node, ast.NamedExpr):
        yield from _names(node.target)


def _value(node: ast.expr, frame: FrameType) -> Any:
    """What an expression stands for in a frame, if that can be told without running code of the program."""
    if isinstance(node, ast.Name):
        return frame.f_locals.get(node.id, _UNKNOWN)
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, frame)
        try:
            # Where the object keeps it, without asking the object.
            attributes: Any = object.__getattribute__(owner, "__dict__")
        except AttributeError:
            return _UNKNOWN
        return attributes.get(node.attr, _UNKNOWN) if type(attributes) is dict else _UNKNOWN
    if isinstance(node, ast.Subscript):
        container = _value(node.value, frame)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else _value(node.slice, frame)
        if type(container) in (list, tuple, dict) and type(key) in (int, str, bool):
            try:
                return container[key]
            except (LookupError, TypeError):
                return _UNKNOWN
    return _UNKNOWN
