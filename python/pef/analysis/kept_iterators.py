"""Whether a program keeps iterators anywhere: to go through a kept one is to change it.

An expression that may give an iterator counts unless whatever stands around it goes through the iterator at once. A
function that returns one is such an expression where it is called.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from pef.looks import attribute_of, has_attribute, is_a
from pef.source.definitions import is_class

_MAKING = frozenset({"enumerate", "filter", "iter", "map", "open", "reversed", "zip"})
# Methods of library objects, whatever these are called.
_MAKING_METHODS = frozenset(
    [
        "__iter__",
        "__reversed__",
        "elements",
        "finditer",
        "glob",
        "iterdir",
        "makefile",
        "merge",
        "open",
        "rglob",
        "scandir",
        "walk",
        "walk_stack",
        "walk_tb",
    ]
)
# Library modules whose functions give no iterators, apart from those named above.
_GIVING_NONE = frozenset(
    [
        "abc",
        "array",
        "ast",
        "asyncio",
        "atexit",
        "attr",
        "attrs",
        "base64",
        "binascii",
        "bisect",
        "calendar",
        "cmath",
        "collections",
        "colorsys",
        "contextlib",
        "contextvars",
        "copy",
        "dataclasses",
        "datetime",
        "deal",
        "decimal",
        "enum",
        "errno",
        "fractions",
        "functools",
        "gc",
        "genericpath",
        "getpass",
        "gettext",
        "graphlib",
        "hashlib",
        "heapq",
        "html",
        "icontract",
        "inspect",
        "ipaddress",
        "json",
        "keyword",
        "locale",
        "logging",
        "markupbase",
        "math",
        "nt",
        "ntpath",
        "numbers",
        "opcode",
        "operator",
        "os",
        "pathlib",
        "platform",
        "posix",
        "posixpath",
        "pprint",
        "pydantic",
        "random",
        "re",
        "reprlib",
        "secrets",
        "shlex",
        "signal",
        "sre",
        "stat",
        "statistics",
        "string",
        "struct",
        "sys",
        "textwrap",
        "thread",
        "threading",
        "time",
        "token",
        "traceback",
        "types",
        "typing",
        "typing_extensions",
        "unicodedata",
        "urllib",
        "uuid",
        "warnings",
        "weakref",
        "zlib",
        "zoneinfo",
    ]
)
# What is called with an iterator and only goes through it.
_GOING_THROUGH = frozenset(
    [
        "all",
        "any",
        "dict",
        "enumerate",
        "extend",
        "filter",
        "fmean",
        "frozenset",
        "fromkeys",
        "fsum",
        "join",
        "list",
        "map",
        "max",
        "mean",
        "median",
        "min",
        "next",
        "prod",
        "reversed",
        "set",
        "sorted",
        "sum",
        "tuple",
        "update",
        "zip",
    ]
)
_QUIET_DECORATORS = frozenset({"abstractmethod", "classmethod", "contextmanager", "override", "staticmethod"})


def keeps_iterators(modules: list[tuple[ModuleType, ast.Module | None]]) -> bool:
    """Whether an object of a program may hold an iterator; a module whose code is not known may do anything."""
    own = frozenset(module.__name__ for module, _ in modules)
    parts = [_Part(module, tree, own) for module, tree in modules if tree is not None]
    # A method of the program may keep what one of that name of a builtin goes through.
    going_through = _GOING_THROUGH.difference(*(part.defined() for part in parts))
    if len(parts) < len(modules):
        return True
    making: set[str] = set()
    while True:
        found = making.union(*(part.making(making) for part in parts))
        if found == making:
            return any(part.keeps(making, going_through) for part in parts)
        making = found


class _Part:
    """The code of one module."""

    def __init__(self, module: ModuleType, tree: ast.Module, own: frozenset[str]) -> None:
        self._own = own
        self._going_through = _GOING_THROUGH
        self._nodes = list(ast.walk(tree))
        self._parents = {child: node for node in self._nodes for child in ast.iter_child_nodes(node)}
        self._names = {**dict(self._imported_by_functions()), **vars(module)}

    def _imported_by_functions(self) -> Iterator[tuple[str, Any]]:
        for node in self._nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    root = alias.name if alias.asname else alias.name.partition(".")[0]
                    yield alias.asname or root, sys.modules.get(root)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    yield alias.asname or alias.name, attribute_of(sys.modules.get(str(node.module)), alias.name)

    def making(self, known: set[str]) -> set[str]:
        """Names of functions that give iterators, where some are known to."""
        found: set[str] = set()
        for node in self._nodes:
            if isinstance(node, ast.Yield | ast.YieldFrom) or (
                isinstance(node, ast.Return) and node.value is not None and self._may_be_made(node.value, known)
            ):
                definition = self._definition_around(node)
                found.update([definition.name] if definition is not None else [])
        return found

    def defined(self) -> set[str]:
        """Names of functions and classes."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return {node.name for node in self._nodes if isinstance(node, kinds)}

    def keeps(self, making: set[str], going_through: frozenset[str]) -> bool:
        """Whether something is made that is not gone through at once, given what makes iterators and what goes through them."""
        self._going_through = going_through
        for node in self._nodes:
            if isinstance(node, ast.arg) and node.annotation is not None and "Iterator" in ast.unparse(node.annotation):
                return True
            if isinstance(node, ast.FunctionDef) and node.name in making:
                decorators = (ast.unparse(one).rpartition(".")[2] for one in node.decorator_list)
                if any(decorator not in _QUIET_DECORATORS for decorator in decorators):
                    return True
            if isinstance(node, ast.expr) and self._is_made(node, making) and not self._is_gone_through(node):
                return True
        return False

    def _definition_around(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        while not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module):
            node = self._parents[node]
        return node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None

    def _may_be_made(self, value: ast.expr, making: set[str]) -> bool:
        if isinstance(value, ast.IfExp):
            return self._may_be_made(value.body, making) or self._may_be_made(value.orelse, making)
        if isinstance(value, ast.BoolOp):
            return any(self._may_be_made(part, making) for part in value.values)
        return self._is_made(value, making)

    def _is_made(self, node: ast.expr, making: set[str]) -> bool:
        """Whether an expression by itself may give an iterator."""
        if isinstance(node, ast.GeneratorExp):
            return True
        if isinstance(node, ast.Name):
            # `map(iter, …)`.
            parent = self._parents.get(node)
            is_passed = isinstance(parent, ast.Call) and parent.func is not node
            return is_passed and node.id in ("iter", "open", "reversed")
        if not isinstance(node, ast.Call):
            return False
        name = _called_name(node)
        if name in making or name in _MAKING_METHODS or (isinstance(node.func, ast.Name) and name in _MAKING):
            return True
        is_known, function = self._value(node.func)
        return is_known and _gives_iterator(function, self._own)

    def _value(self, node: ast.expr) -> tuple[bool, Any]:
        """Whether an expression is a name of this module, or one of a module in it; and what it stands for."""
        if isinstance(node, ast.Name):
            return node.id in self._names, self._names.get(node.id)
        if isinstance(node, ast.Attribute):
            is_known, holder = self._value(node.value)
            if is_known and is_a(holder, ModuleType | type):
                return node.attr in vars(holder), vars(holder).get(node.attr)
        return False, None

    def _is_gone_through(self, node: ast.AST) -> bool:
        """Whether nothing but going through an iterator is done where it is made."""
        parent = self._parents[node]
        if isinstance(parent, ast.IfExp | ast.BoolOp):
            return self._is_gone_through(parent)
        if isinstance(parent, ast.Call):
            return parent.func is not node and _called_name(parent) in self._going_through
        if isinstance(parent, ast.For | ast.comprehension):
            return parent.iter is node
        if isinstance(parent, ast.Compare):
            return all(isinstance(operator, ast.In | ast.NotIn) for operator in parent.ops)
        if isinstance(parent, ast.Return):
            return self._definition_around(parent) is not None
        if isinstance(parent, ast.withitem):
            return self._is_used_only(parent)
        # A method of an iterator takes from it, or gives a text.
        return isinstance(parent, ast.Expr | ast.Starred | ast.YieldFrom | ast.Await | ast.Attribute)

    def _is_used_only(self, item: ast.withitem) -> bool:
        """Whether what a `with` statement opens is not put anywhere."""
        if item.optional_vars is None:
            return True
        if not isinstance(item.optional_vars, ast.Name):
            return False
        name = item.optional_vars.id
        return all(self._is_gone_through(node) for node in self._reads(name))

    def _reads(self, name: str) -> Iterator[ast.Name]:
        for node in self._nodes:
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                yield node


def _called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def _gives_iterator(function: Any, own: frozenset[str]) -> bool:
    """Whether something of a library gives an iterator when it is called, or may."""
    if is_class(function):
        return has_attribute(function, "__next__")
    name = attribute_of(function, "__module__", None)
    if not is_a(name, str) or name in own:
        return False
    return name.partition(".")[0].lstrip("_") not in (*_GIVING_NONE, "builtins")
