"""Names that only type checkers see: what stands under `if TYPE_CHECKING:` in a module.

Annotations that Python leaves unevaluated speak of them, so they have to be looked up where a parameter is read. What
cannot be had (a package that is not installed, a class that exists nowhere else) is `UNAVAILABLE`, which is read as a
type of which nothing is known. Nothing is added to the modules themselves.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import operator
import sys
import typing
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from pef.looks import attribute_of


class _Unavailable:
    """Stands for a type that cannot be had, in whatever expression."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _parameters: Any) -> Any:
        return self

    def __call__(self, *_args: Any, **_kwargs: Any) -> Any:
        return self

    def __or__(self, other: Any) -> Any:
        return operator.getitem(typing.Union, (self, other))

    def __ror__(self, other: Any) -> Any:
        return operator.getitem(typing.Union, (other, self))


UNAVAILABLE = _Unavailable()


def import_hidden(module: ModuleType) -> list[str]:
    """Import what a module imports for type checkers only; the names of all that could be imported."""
    scope = vars(module)
    found: list[str] = []
    for node in _hidden_statements(scope.get("__file__") or ""):
        for name in _modules_of(node, scope):
            if _imported(name) is not None:
                found.append(name)
    return found


def hidden_names(scope: Mapping[str, Any]) -> dict[str, Any]:
    """What a module binds for type checkers only, by name; `scope` are the globals of the module."""
    return names_bound(_hidden_statements(scope.get("__file__") or ""), scope)


def names_bound(statements: Iterable[ast.stmt], scope: Mapping[str, Any]) -> dict[str, Any]:
    """What statements bind that declare types: imports, aliases, classes; what the module has itself goes before."""
    found: dict[str, Any] = {}
    for node in statements:
        for name, value in _bindings(node, scope, found):
            if name not in scope:
                found[name] = value
    return found


def _bindings(node: ast.stmt, scope: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Import():
            for alias in node.names:
                module = _imported(alias.name)
                if alias.asname is None and module is not None:
                    module = sys.modules.get(alias.name.partition(".")[0])
                yield alias.asname or alias.name.partition(".")[0], UNAVAILABLE if module is None else module
        case ast.ImportFrom():
            name = _absolute(node, scope)
            for alias in node.names:
                yield alias.asname or alias.name, _member(name, alias.name)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, _alias(value, {**vars(typing), **scope, **found})
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, _alias(value, {**vars(typing), **scope, **found})
        case ast.ClassDef():
            yield node.name, UNAVAILABLE


def annotation_text(annotation: ast.expr) -> str:
    """The text of a type, which may itself be written as a text."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation)


def _alias(value: ast.expr, scope: dict[str, Any]) -> Any:
    try:
        return eval(annotation_text(value), scope)
    except Exception:
        return UNAVAILABLE


def _member(module_name: str | None, name: str) -> Any:
    """What `from module import name` would give, hidden names of that module included."""
    module = _imported(module_name) if module_name else None
    if module is None:
        return UNAVAILABLE
    if hasattr(module, name):
        return getattr(module, name)
    submodule = _imported(f"{module_name}.{name}")
    if submodule is not None:
        return submodule
    for node in _hidden_statements(attribute_of(module, "__file__", None) or ""):
        # Aliases only: two modules may import hidden names from each other.
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for bound, value in _bindings(node, vars(module), {}):
                if bound == name:
                    return value
    return UNAVAILABLE


_refused: set[str] = set()
"""Modules that could not be imported: they are not tried again for every parameter."""


def _imported(name: str) -> ModuleType | None:
    if name in _refused:
        return None
    try:
        return importlib.import_module(name)
    except BaseException as error:
        # Code that is never run when the program is may do anything when it is imported.
        if isinstance(error, KeyboardInterrupt):
            raise
        _refused.add(name)
        return None


def _modules_of(node: ast.stmt, scope: Mapping[str, Any]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    name = _absolute(node, scope) if isinstance(node, ast.ImportFrom) else None
    return [name] if name else []


def _absolute(node: ast.ImportFrom, scope: Mapping[str, Any]) -> str | None:
    """The module that a statement imports from."""
    if not node.level:
        return node.module
    package = scope.get("__package__")
    if not package:
        return None
    try:
        return importlib.util.resolve_name("." * node.level + (node.module or ""), package)
    except ImportError:
        return None


@functools.lru_cache(maxsize=256)
def _hidden_statements(file: str) -> tuple[ast.stmt, ...]:
    if not file.endswith(".py"):
        return ()
    try:
        source = Path(file).read_bytes()
        if b"TYPE_CHECKING" not in source:
            return ()
        return tuple(_under_type_checking(ast.parse(source).body))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ()


def _under_type_checking(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        match node:
            case ast.If() if _is_type_checking(node.test):
                yield from flattened(node.body)
            case ast.If():
                yield from _under_type_checking([*node.body, *node.orelse])
            case ast.Try():
                yield from _under_type_checking(node.body)


def flattened(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements with those in branches and attempts among them: which of them count is not known."""
    for node in body:
        match node:
            case ast.If():
                yield from flattened([*node.body, *node.orelse])
            case ast.Try():
                yield from flattened([*node.body, *(one for handler in node.handlers for one in handler.body)])
            case _:
                yield node


def _is_type_checking(test: ast.expr) -> bool:
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
    return False
