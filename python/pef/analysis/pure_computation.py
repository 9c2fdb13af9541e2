"""Functions that are plain computations: what a call does from some point on depends on the values in its frame alone.

Nothing is left to what classes may define: the values are those of builtin types, all the way down, and the function does with
them only what is listed here. It changes nothing but lists and dictionaries that it has made itself under a name of its own, and
asks for no identities. It may read globals that are data, and call functions that are like it.

Rejected: the proof that a function only reads (`pef.analysis.effects`), which allows classes of the program, and with them whatever
their special methods do.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from pef.analysis.plain_data import is_plain
from pef.looks import has_attribute, is_a
from pef.source.definitions import definition_of

# Of builtin values, these give other builtin values and do nothing else.
_CALLED = frozenset(
    [
        "abs",
        "all",
        "any",
        "bin",
        "bool",
        "bytes",
        "chr",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "hex",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "oct",
        "ord",
        "pow",
        "print",
        "range",
        "repr",
        "reversed",
        "round",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    ]
)
_NAMED_ARGUMENTS = frozenset({"base", "default", "end", "ndigits", "reverse", "sep", "start", "strict"})
_KINDS = frozenset({"bool", "bytes", "dict", "float", "int", "list", "str", "tuple"})
# Methods of builtin values that change nothing; that another type has one of the name does not matter, there is none.
_READING = frozenset(
    name for kind in (str, bytes, int, float, tuple) for name in dir(kind) if not name.startswith("_")
) - {"format", "format_map"} | {"copy", "get", "items", "keys", "values"}
_CHANGING = frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "setdefault", "update"})
# These give numbers and texts, and none of their arguments.
_COUNTING = frozenset({"abs", "bool", "float", "int", "len", "ord", "repr", "round", "str"})
_CHANGEABLE = (list, dict, set)
_MAKING = (ast.List, ast.Dict, ast.ListComp)
_STATEMENTS = (
    *(
        ast.Assign,
        ast.AnnAssign,
        ast.AugAssign,
        ast.Expr,
        ast.If,
        ast.While,
        ast.For,
        ast.Return,
        ast.Raise,
        ast.Assert,
    ),
    *(ast.Pass, ast.Break, ast.Continue, ast.Try),
)
_EXPRESSIONS = (
    *(
        ast.Constant,
        ast.Name,
        ast.BinOp,
        ast.UnaryOp,
        ast.BoolOp,
        ast.Compare,
        ast.IfExp,
        ast.Subscript,
        ast.Slice,
        ast.Tuple,
    ),
    *(ast.List, ast.Dict, ast.JoinedStr, ast.FormattedValue, ast.ListComp, ast.GeneratorExp, ast.Call, ast.Attribute),
)
_SHAPES = frozenset({"bool", "bytes", "choice", "float", "int", "list", "str", "tuple", "tuple_of"})


def is_value_function(function: Any, shapes: Mapping[str, Any]) -> bool:
    """Whether a call of the function, with arguments of these shapes by the names of parameters, is such a computation."""
    scalars = {name for name, shape in shapes.items() if _is_scalar(shape)}
    return all(map(_is_value_shape, shapes.values())) and _is_computation(function, scalars)


def _is_scalar(shape: Any) -> bool:
    kind, *parts = shape
    if kind == "choice":
        return all(map(_is_scalar, parts))
    return kind in ("bool", "bytes", "float", "int", "str") or (kind == "constant" and not is_a(parts[0], _CHANGEABLE))


def _is_value_shape(shape: Any) -> bool:
    if not is_a(shape, tuple) or not shape:
        return False
    kind, *parts = shape
    if kind == "constant":
        return is_plain(parts[0])
    return kind in _SHAPES and all(map(_is_value_shape, parts))


def _is_computation(function: Any, scalars: set[str]) -> bool:
    waiting: list[Any] = [function]
    seen: set[Any] = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if not is_a(one, FunctionType) or one.__closure__ or has_attribute(one, "__wrapped__"):
            return False
        defaults = [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
        definition = definition_of(one.__code__)
        if not isinstance(definition, ast.FunctionDef) or definition.decorator_list or not is_plain(defaults):
            return False
        scan = _Scan(one, definition, scalars if one is function else set())
        if not scan.is_clear or not all(map(scan.is_statement, definition.body)):
            return False
        waiting += scan.called
    return True


class _Scan:
    """Looks at one function."""

    def __init__(self, function: FunctionType, definition: ast.FunctionDef, scalars: set[str]) -> None:
        """`scalars` are parameters that are neither lists nor dictionaries."""
        self._globals = function.__globals__
        self.called: list[Any] = []
        arguments = definition.args
        self._parameters = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self._parameters |= {one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None}
        nodes = list(ast.walk(definition))
        inside = {id(name) for node in nodes if isinstance(node, ast.comprehension) for name in ast.walk(node.target)}
        names = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        stored = {name.id for name in names if id(name) not in inside}
        handled = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
        self._local = self._parameters | stored | handled
        of_comprehensions = {name.id for name in names} - self._local
        self.is_clear = not any(name in self._globals or hasattr(builtins, name) for name in of_comprehensions)
        """Whether no name stands for one thing inside of a comprehension and for another outside."""
        self._local |= of_comprehensions
        self._made = self._names_of_made(nodes) - self._parameters - handled
        self._numbers = self._names_of_numbers(nodes, scalars) - handled

    def _names_of_numbers(self, nodes: list[ast.AST], scalars: set[str]) -> set[str]:
        """Names that stand for numbers, texts and what operators make: adding to one changes nothing else."""
        given: dict[str, list[ast.expr | None]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                            given.setdefault(name.id, []).append(node.value if name is target else None)
            elif isinstance(node, ast.For | ast.comprehension):
                is_range = isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
                is_range = is_range and self._is_builtin("range")
                for name in ast.walk(node.target):
                    if isinstance(name, ast.Name):
                        is_number = is_range and name is node.target
                        given.setdefault(name.id, []).append(ast.Constant(0) if is_number else None)
        found = (set(given) | scalars) - (self._parameters - scalars)
        while True:
            kept = {name for name in found if all(self._gives_number(one, found) for one in given.get(name, ()))}
            if kept == found:
                return found
            found = kept

    def _gives_number(self, node: ast.expr | None, numbers: set[str]) -> bool:
        if isinstance(node, ast.Constant | ast.BinOp | ast.UnaryOp | ast.Compare | ast.JoinedStr):
            return True
        if isinstance(node, ast.Name):
            return node.id in numbers
        if isinstance(node, ast.IfExp):
            return self._gives_number(node.body, numbers) and self._gives_number(node.orelse, numbers)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        # A function of the program may have the name of a builtin.
        return node.func.id in _COUNTING and self._is_builtin(node.func.id)

    @staticmethod
    def _names_of_made(nodes: list[ast.AST]) -> set[str]:
        """Names that are only ever given lists and dictionaries made on the spot: nobody else knows these."""
        given: dict[str, bool] = {}
        plainly = set()
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    # `one = two = []` is one list under two names.
                    is_only = isinstance(node, ast.AnnAssign) or len(node.targets) == 1
                    if isinstance(target, ast.Name):
                        plainly.add(id(target))
                        is_made = is_only and isinstance(node.value, _MAKING)
                        given[target.id] = given.get(target.id, True) and is_made
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in plainly:
                given[node.id] = False
        return {name for name, is_made in given.items() if is_made}

    def is_statement(self, node: ast.stmt) -> bool:
        """Whether a statement, with all that is in it, is such a computation."""
        if not isinstance(node, _STATEMENTS):
            return False
        if isinstance(node, ast.Raise) and (node.exc is None or node.cause is not None):
            return node.exc is None
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name) and self._is_exception(node.exc.id):
            return True
        if isinstance(node, ast.Assign):
            return all(map(self._is_target, node.targets)) and self._is_expression(node.value)
        if isinstance(node, ast.AnnAssign):
            return self._is_target(node.target) and (node.value is None or self._is_expression(node.value))
        if isinstance(node, ast.AugAssign):
            # A list would be changed in place, whoever else knows it.
            is_number = isinstance(node.target, ast.Name) and node.target.id in self._numbers
            return is_number and self._is_expression(node.value)
        if isinstance(node, ast.For):
            parts = [*node.body, *node.orelse]
            is_head = self._is_name_target(node.target) and self._is_expression(node.iter)
            return is_head and all(map(self.is_statement, parts))
        if isinstance(node, ast.Try):
            return self._is_try(node)
        return all(map(self._is_part, ast.iter_child_nodes(node)))

    def _is_part(self, node: ast.AST) -> bool:
        if isinstance(node, ast.stmt):
            return self.is_statement(node)
        return not isinstance(node, ast.expr) or self._is_expression(node)

    def _is_try(self, node: ast.Try) -> bool:
        kinds = [handler.type for handler in node.handlers if handler.type is not None]
        parts = [*node.body, *node.orelse, *node.finalbody, *(one for handler in node.handlers for one in handler.body)]
        return all(map(self._is_exceptions, kinds)) and all(map(self.is_statement, parts))

    def _is_exceptions(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple):
            return all(map(self._is_exceptions, node.elts))
        return isinstance(node, ast.Name) and self._is_exception(node.id)

    def _is_exception(self, name: str) -> bool:
        value = getattr(builtins, name, None)
        return self._is_builtin(name) and is_a(value, type) and issubclass(value, BaseException)

    def _is_builtin(self, name: str) -> bool:
        return name not in self._local and name not in self._globals and hasattr(builtins, name)

    def _is_name_target(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple):
            return all(map(self._is_name_target, node.elts))
        return isinstance(node, ast.Name)

    def _is_target(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Subscript):
            is_made = isinstance(node.value, ast.Name) and node.value.id in self._made
            return is_made and not isinstance(node.slice, ast.Slice) and self._is_expression(node.slice)
        return self._is_name_target(node)

    def _is_expression(self, node: ast.expr) -> bool:
        if not isinstance(node, _EXPRESSIONS):
            return False
        if isinstance(node, ast.Name):
            return self._is_readable(node.id)
        if isinstance(node, ast.Compare) and any(isinstance(one, ast.Is | ast.IsNot) for one in node.ops):
            sides = [node.left, *node.comparators]
            is_unique = len(sides) == 2 and any(isinstance(one, ast.Constant) and one.value is None for one in sides)
            return is_unique and all(map(self._is_expression, sides))
        if isinstance(node, ast.ListComp | ast.GeneratorExp):
            return self._is_comprehension(node)
        if isinstance(node, ast.Attribute):
            # Anything else is asked for where it is called.
            return self._is_of_math(node)
        if isinstance(node, ast.Call):
            return self._is_call(node)
        if isinstance(node, ast.Dict) and None in node.keys:
            return False
        return all(map(self._is_part, ast.iter_child_nodes(node)))

    def _is_readable(self, name: str) -> bool:
        return name in self._local or (name in self._globals and is_plain(self._globals[name]))

    def _is_comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> bool:
        return self._is_expression(node.elt) and all(
            not one.is_async
            and self._is_name_target(one.target)
            and self._is_expression(one.iter)
            and all(map(self._is_expression, one.ifs))
            for one in node.generators
        )

    def _is_of_math(self, node: ast.expr) -> bool:
        is_module = (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id not in self._local
            and self._globals.get(node.value.id) is math
        )
        return is_module and isinstance(node, ast.Attribute) and hasattr(math, node.attr)

    def _is_call(self, node: ast.Call) -> bool:
        keywords = [keyword.value for keyword in node.keywords if keyword.arg in _NAMED_ARGUMENTS]
        if len(keywords) != len(node.keywords):
            return False
        function = node.func
        if isinstance(function, ast.Name):
            if function.id == "isinstance" and self._is_builtin("isinstance"):
                return len(node.args) == 2 and self._is_expression(node.args[0]) and self._is_kind(node.args[1])
            known = self._is_builtin(function.id) and function.id in _CALLED
            if not known and not self._is_exception(function.id):
                value = self._globals.get(function.id)
                if function.id in self._local or not is_a(value, FunctionType) or node.keywords:
                    return False
                self.called.append(value)
        elif isinstance(function, ast.Attribute):
            if not self._is_of_math(function) and not self._is_method(function):
                return False
        else:
            return False
        return all(map(self._is_expression, (*node.args, *keywords)))

    def _is_kind(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple):
            return all(map(self._is_kind, node.elts))
        return isinstance(node, ast.Name) and node.id in _KINDS and self._is_builtin(node.id)

    def _is_method(self, node: ast.Attribute) -> bool:
        if node.attr in _CHANGING:
            return isinstance(node.value, ast.Name) and node.value.id in self._made
        return node.attr in _READING and self._is_expression(node.value)
