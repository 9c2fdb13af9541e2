"""Calls of a function anywhere in its project, as evidence of what is passed to it; tests are the best of it.

Only text is read. A call counts where the file imports the function, or its module, under the name that is called; one
inside of `pytest.raises` or `assertRaises` is there to fail and counts for nothing. Files are looked through for the
name before they are parsed, and few enough are: evidence is welcome, not needed.
"""

from __future__ import annotations

import ast
import functools
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pef.startup.lazy_patterns import pattern
from pef.target import find_project_root

_MOST_FILES = 1_000
_MOST_BYTES = 1 << 19
_MOST_PARSED = 40
_NOT_SEARCHED = frozenset({"__pycache__", "node_modules", "site-packages"})
_CALLED = pattern(rb"\b([A-Za-z_]\w*)\s*\(")


def calls_of(name: str, file: str) -> Iterator[ast.Call]:
    """Calls, in other files of the project, of the function `name` that is written in `file`."""
    path = Path(file)
    if "site-packages" in path.parts or path.is_relative_to(sys.base_prefix):
        # What calls a library is not near it.
        return
    callers = [caller for caller in _callers(path.parent).get(name.encode(), []) if caller != file]
    module = path.stem if path.stem != "__init__" else path.parent.name
    for caller in callers[:_MOST_PARSED]:
        yield from _calls_in(caller).get((module, name), [])


@functools.lru_cache(maxsize=64)
def _callers(folder: Path) -> dict[bytes, list[str]]:
    """By name: the files of the project that a folder is in that call something of that name."""
    root = find_project_root(folder)
    if root is None:
        # Nothing says where the project ends, so it is taken to be this folder.
        return _index(sorted(folder.glob("*.py"))[:_MOST_FILES])
    if root != folder:
        return _callers(root)
    return _index(itertools.islice(_files(root), _MOST_FILES))


def _files(root: Path) -> Iterator[Path]:
    for current, folders, files in os.walk(root):
        here = Path(current)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and name not in _NOT_SEARCHED and not (here / name / "pyvenv.cfg").exists()
        )
        yield from (here / name for name in sorted(files) if name.endswith(".py"))


def _index(files: Iterable[Path]) -> dict[bytes, list[str]]:
    found: dict[bytes, list[str]] = {}
    for file in files:
        for called in _names_called(file):
            found.setdefault(called, []).append(str(file))
    return found


def _names_called(path: Path) -> set[bytes]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return set()
        return set(_CALLED.findall(path.read_bytes()))
    except OSError:
        return set()


@functools.lru_cache(maxsize=256)
def _calls_in(path: str) -> dict[tuple[str, str], list[ast.Call]]:
    """By the last part of the module's name and the name of the function: its calls in a file."""
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return {}
    reader = _Reader()
    reader.visit(tree)
    found: dict[tuple[str, str], list[ast.Call]] = {}
    for call in reader.calls:
        called = reader.meaning(call.func)
        if called is not None:
            found.setdefault(called, []).append(call)
    return found


class _Reader(ast.NodeVisitor):
    """Collects what a file imports and what it calls."""

    def __init__(self) -> None:
        self.calls: list[ast.Call] = []
        self._functions: dict[str, tuple[str, str]] = {}
        self._modules: dict[str, str] = {}

    def meaning(self, called: ast.expr) -> tuple[str, str] | None:
        """The module and the function that a name stands for, by the imports of the file."""
        match called:
            case ast.Name(id=name):
                return self._functions.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=function) if name in self._modules:
                return self._modules[name], function
            case ast.Attribute(value=ast.Attribute(attr=module), attr=function):
                return module, function
        return None

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._modules[alias.asname or alias.name] = alias.name.rpartition(".")[2]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = (node.module or "").rpartition(".")[2]
        for alias in node.names:
            self._functions[alias.asname or alias.name] = (module, alias.name)
            # It may be a module of a package.
            self._modules[alias.asname or alias.name] = alias.name

    def visit_With(self, node: ast.With) -> None:
        if not any("aises" in ast.unparse(item.context_expr) for item in node.items):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.calls.append(node)
        if "aises" not in ast.unparse(node.func):
            self.generic_visit(node)
