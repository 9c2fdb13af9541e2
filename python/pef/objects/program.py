"""The classes of the program that code can meet objects of, by the names that their bodies define.

What `x.name` may run is read from here where it is not known what `x` is: whatever any of these classes has under that
name. They are those of the modules that the code's own module refers to, however indirectly, and their subclasses.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from pef.definitions import is_class
from pef.objects.worlds import is_named, is_of_program

# Modules whose classes have no method that is named like a reading one of a builtin type, and changes something.
_HARMLESS_MODULES = frozenset(
    [
        "abc",
        "array",
        "collections",
        "copy",
        "dataclasses",
        "datetime",
        "decimal",
        "enum",
        "fractions",
        "functools",
        "heapq",
        "inspect",
        "itertools",
        "json",
        "math",
        "numbers",
        "operator",
        "pathlib",
        "random",
        "re",
        "statistics",
        "string",
        "sys",
        "textwrap",
        "time",
        "types",
        "typing",
        "uuid",
        "warnings",
    ]
)
_MAKING_ITERATORS = frozenset({"enumerate", "filter", "iter", "itertools", "map", "open", "reversed", "zip"})
# What is called with an iterator and only goes through it.
_GOING_THROUGH = frozenset(
    [
        "all",
        "any",
        "dict",
        "enumerate",
        "extend",
        "filter",
        "frozenset",
        "fromkeys",
        "join",
        "list",
        "map",
        "max",
        "min",
        "next",
        "reversed",
        "set",
        "sorted",
        "sum",
        "tuple",
        "update",
        "zip",
    ]
)


class Program:
    """The plain classes that are there now."""

    def __init__(self, modules: list[ModuleType]) -> None:
        self._modules = modules
        self.classes = list(dict.fromkeys(class_ for module in modules for class_ in _classes_in(module)))

    @functools.cached_property
    def members(self) -> Mapping[str, list[tuple[type, Any]]]:
        """By name: the classes whose bodies define it, and as what."""
        found: dict[str, list[tuple[type, Any]]] = {}
        for class_ in self.classes:
            for name, written in list(vars(class_).items()):
                found.setdefault(name, []).append((class_, written))
        return found

    @functools.cached_property
    def library_methods(self) -> frozenset[str]:
        """Names of methods of the library classes that the program can make objects of."""
        found: set[str] = set()
        for module in self._modules:
            for value in list(vars(module).values()):
                classes = [value] if is_class(value) else []
                if isinstance(value, ModuleType) and value not in self._modules:
                    classes = [one for one in list(vars(value).values()) if is_class(one)]
                for class_ in classes:
                    root = class_.__module__.partition(".")[0].lstrip("_")
                    if class_ not in self.classes and root not in _HARMLESS_MODULES and root != "builtins":
                        found.update(dir(class_))
        return frozenset(found)

    @functools.cached_property
    def keeps_iterators(self) -> bool:
        """Whether an object may hold an iterator: to go through one is to change it."""
        return any(_keeps_iterators(_source(module)) for module in self._modules)

    @functools.cached_property
    def stored_names(self) -> frozenset[str]:
        """Names of attributes that are assigned somewhere: an object may have one of its own in place of a method."""
        return frozenset().union(*(_stored_names(_source(module)) for module in self._modules))

    @functools.cached_property
    def has_default_dictionaries(self) -> bool:
        """Whether looking a key up may add it."""
        return any("defaultdict" in _source(module) for module in self._modules)


def program(module: str) -> Program:
    """What code of the module of that name can meet, as it is loaded now."""
    return _program(_within_reach(module, id(sys.modules.get(module)), len(sys.modules)))


# Asked for every member of a class; which modules there are changes only while some are imported.
@functools.lru_cache(maxsize=256)
def _within_reach(name: str, _identity: int, _count: int) -> tuple[ModuleType, ...]:
    found: dict[str, ModuleType] = {}
    waiting = [name]
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name in found or module is None or not _is_of_program(module):
            continue
        found[name] = module
        for value in list(vars(module).values()):
            if isinstance(value, ModuleType):
                waiting.append(value.__name__)
            elif is_class(value):
                heirs: list[type] = type.__subclasses__(value)
                waiting += [value.__module__, *(heir.__module__ for heir in heirs)]
            else:
                origin = getattr(value, "__module__", None)
                waiting += [origin] if isinstance(origin, str) else []
    return tuple(found[name] for name in sorted(found))


@functools.lru_cache(maxsize=4)
def _program(modules: tuple[ModuleType, ...]) -> Program:
    return Program(list(modules))


def _is_of_program(module: Any) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and isinstance(module, ModuleType) and _is_program_file(module.__name__, file)


@functools.lru_cache(maxsize=8192)
def _is_program_file(name: str, file: str) -> bool:
    stand_in = type("stand_in", (), {"__module__": name})
    return file.endswith(".py") and is_of_program(stand_in)


def _classes_in(module: ModuleType) -> Iterator[type]:
    waiting = [value for value in list(vars(module).values()) if is_class(value)]
    while waiting:
        class_ = waiting.pop(0)
        if class_.__module__ != module.__name__ or not is_named(class_):
            continue
        yield class_
        waiting += [value for value in list(vars(class_).values()) if is_class(value)]


@functools.lru_cache(maxsize=256)
def _source(module: ModuleType) -> str:
    try:
        return Path(str(module.__file__)).read_text(encoding="utf-8", errors="replace")
    except OSError:
        # Then anything may stand there.
        return "self.unknown = iter(defaultdict)"


@functools.lru_cache(maxsize=256)
def _stored_names(source: str) -> frozenset[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return frozenset()
    stores = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return frozenset(node.attr for node in stores)


@functools.lru_cache(maxsize=256)
def _keeps_iterators(source: str) -> bool:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return True
    generators = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in ast.walk(node))
    }
    return any(
        (isinstance(node, ast.arg) and node.annotation is not None and "Iterator" in ast.unparse(node.annotation))
        or any(_makes_iterator(value, generators) for value in _kept_values(node))
        for node in ast.walk(tree)
    )


def _kept_values(node: ast.AST) -> Iterator[ast.expr]:
    """What is put where it outlives a call: in attributes, in containers, in variables that may be put there."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        yield node.value
    elif isinstance(node, ast.Call) and _called_name(node) not in _GOING_THROUGH:
        yield from (*node.args, *(keyword.value for keyword in node.keywords))


def _called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def _makes_iterator(value: ast.expr, generators: set[str]) -> bool:
    if isinstance(value, ast.GeneratorExp):
        return True
    if isinstance(value, ast.Call):
        return _called_name(value) in generators or ast.unparse(value.func).partition(".")[0] in _MAKING_ITERATORS
    if isinstance(value, ast.List | ast.Tuple | ast.Set):
        return any(_makes_iterator(element, generators) for element in value.elts)
    if isinstance(value, ast.IfExp):
        return _makes_iterator(value.body, generators) or _makes_iterator(value.orelse, generators)
    return False
