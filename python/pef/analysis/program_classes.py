"""The classes of the program that code can meet objects of, by the names that their bodies define.

What `x.name` may run is read from here where it is not known what `x` is: whatever any of these classes has under that
name. They are those of the modules that the code's own module refers to, however indirectly, and their subclasses.
"""

from __future__ import annotations

import ast
import datetime
import functools
import operator
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from types import FunctionType, ModuleType
from typing import Any

from pef.analysis.kept_iterators import keeps_iterators
from pef.analysis.stores import ANYTHING, Stores, stores_in
from pef.analysis.worlds import is_named, is_of_program
from pef.looks import attribute_of, classes_of, is_a, members_of, text_of
from pef.source.definitions import is_class

# Modules whose classes have no method that is named like a reading one of a builtin type, and changes something: apart
# from those of paths.
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
# Modules of classes whose special methods are known: they run nothing of the classes that inherit them, or what those run
# who do not.
_QUIET_BASES = frozenset({"abc", "builtins", "enum", "pydantic", "typing", "typing_extensions"})
_OF_TIME_ZONES = ("utcoffset", "dst", "tzname", "fromutc")


class Program:
    """The plain classes that are there now."""

    def __init__(self, modules: list[ModuleType]) -> None:
        self.modules = modules
        self.classes = list(dict.fromkeys(class_ for module in modules for class_ in _classes_in(module)))

    @property
    def trees(self) -> Iterator[ast.Module | None]:
        """The syntax trees of the modules; nothing for one that cannot be read."""
        return map(_tree, self.modules)

    @functools.cached_property
    def members(self) -> Mapping[str, list[tuple[type, Any]]]:
        """By name: the classes whose bodies define it, and as what.

        To these belong special methods that a class inherits from one that a library has written in Python.
        """
        found: dict[str, list[tuple[type, Any]]] = {}
        for class_ in self.classes:
            for name, written in list(vars(class_).items()):
                if not _is_quiet(written, class_):
                    found.setdefault(name, []).append((class_, written))
        inherited = {pair for class_ in self.classes for pair in _inherited(class_)}
        for name, base in sorted(inherited, key=lambda pair: (pair[0], pair[1].__qualname__)):
            if base not in self.classes:
                found.setdefault(name, []).append((base, vars(base)[name]))
        return found

    @functools.cached_property
    def special_names(self) -> frozenset[str]:
        """The special methods that classes of the program have."""
        return frozenset(name for name in (*self.members, *self.hidden_names) if is_special(name))

    @functools.cached_property
    def hidden_names(self) -> frozenset[str]:
        """What classes define that are not there to be looked at: they stand inside of functions, or do not let themselves be."""
        inside = (_hidden_names(_tree(module)) for module in self.modules)
        return frozenset().union(*inside, *(_opaque_names(module) for module in self.modules))

    @functools.cached_property
    def always_run(self) -> tuple[tuple[FunctionType, type | None], ...]:
        """Functions that operations of library objects run: what a time zone says about times."""
        zones = [class_ for class_ in self.classes if issubclass(class_, datetime.tzinfo)]
        written = ((vars(class_).get(name), class_) for class_ in zones for name in _OF_TIME_ZONES)
        return tuple((function, class_) for function, class_ in written if is_a(function, FunctionType))

    @functools.cached_property
    def run_by_modules(self) -> tuple[FunctionType, ...]:
        """What modules run to find a name that they do not have."""
        functions = (vars(module).get("__getattr__") for module in self.modules)
        return tuple(function for function in functions if is_a(function, FunctionType))

    @functools.cached_property
    def asked_for(self) -> frozenset[str]:
        """Attributes that are read to see whether an object follows a protocol."""
        protocols = [class_ for class_ in self.classes if attribute_of(class_, "_is_runtime_protocol", False)]
        return frozenset(
            name for class_ in protocols for name in (*vars(class_), *vars(class_).get("__annotations__", ()))
        )

    @functools.cached_property
    def library_methods(self) -> frozenset[str]:
        """Names of methods of the library classes that the program can make objects of."""
        found: set[str] = set()
        for module in self.modules:
            for value in list(vars(module).values()):
                classes = [value] if is_class(value) else []
                if is_a(value, ModuleType) and value not in self.modules:
                    classes = [one for one in list(vars(value).values()) if is_class(one)]
                for class_ in classes:
                    root = class_.__module__.partition(".")[0].lstrip("_")
                    if issubclass(class_, PurePath):
                        # Those of files do things.
                        found.update(set(dir(class_)) - set(dir(PurePath)))
                    elif class_ in self.classes or root in _HARMLESS_MODULES or root == "builtins":
                        continue
                    elif root != "json" or class_.__name__ in _source(module):
                        # Those of `json` are made by name only, and may call functions of the program.
                        found.update(dir(class_))
        return frozenset(found)

    @functools.cached_property
    def keeps_iterators(self) -> bool:
        """Whether an object may hold an iterator: to go through one is to change it."""
        return keeps_iterators([(module, _tree(module)) for module in self.modules])

    @functools.cached_property
    def stores(self) -> Stores:
        """What is assigned somewhere: an object may have something of its own in place of a method."""
        return functools.reduce(operator.or_, map(_stores, self.modules), Stores())

    @functools.cached_property
    def has_default_dictionaries(self) -> bool:
        """Whether looking a key up may add it."""
        return any("defaultdict" in _source(module).lower() for module in self.modules)


def is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


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
            if is_a(value, ModuleType):
                waiting.append(value.__name__)
            elif is_class(value):
                heirs: list[type] = type.__subclasses__(value)
                waiting += [value.__module__, *(text_of(heir, "__module__") or "" for heir in heirs)]
            else:
                origin = attribute_of(value, "__module__", None)
                waiting += [origin] if is_a(origin, str) else []
    return tuple(found[name] for name in sorted(found))


@functools.lru_cache(maxsize=4)
def _program(modules: tuple[ModuleType, ...]) -> Program:
    return Program(list(modules))


def _is_of_program(module: Any) -> bool:
    file = attribute_of(module, "__file__", None)
    return is_a(file, str) and is_a(module, ModuleType) and _is_program_file(module.__name__, file)


@functools.lru_cache(maxsize=8192)
def _is_program_file(name: str, file: str) -> bool:
    stand_in = type("stand_in", (), {"__module__": name})
    return file.endswith(".py") and is_of_program(stand_in)


def _classes_in(module: ModuleType) -> Iterator[type]:
    seen: set[type] = set()
    waiting = [value for value in list(vars(module).values()) if is_class(value)]
    while waiting:
        class_ = waiting.pop(0)
        # Classes may be attributes of each other.
        if class_ in seen or class_.__module__ != module.__name__ or not is_named(class_):
            continue
        seen.add(class_)
        yield class_
        waiting += [value for value in list(vars(class_).values()) if is_class(value)]


def _opaque_names(module: ModuleType) -> set[str]:
    """What classes define whose metaclasses would be asked at every look."""
    classes = [value for value in list(vars(module).values()) if is_a(value, type) and not is_class(value)]
    return {
        name for class_ in classes for base in classes_of(class_) if not is_class(base) for name in members_of(base)
    }


def _inherited(class_: type) -> Iterator[tuple[str, type]]:
    """Special methods that a class has of one that is written in Python, and of which one."""
    seen: set[str] = set()
    for base in class_.__mro__:
        for name, written in list(vars(base).items()):
            if is_special(name) and name not in seen:
                seen.add(name)
                if is_a(written, FunctionType) and not _is_quiet(written, class_):
                    yield name, base


def _is_quiet(written: Any, class_: type) -> bool:
    """Whether a member is a function of a library, for the class, that is known to change nothing."""
    # What a protocol is asked with is a plain function before Python 3.12, and a class method since.
    function = written.__func__ if is_a(written, classmethod | staticmethod) else written
    module = str(function.__module__) if is_a(function, FunctionType) else class_.__module__
    return module != class_.__module__ and module.partition(".")[0] in _QUIET_BASES


@functools.lru_cache(maxsize=256)
def _source(module: ModuleType) -> str:
    try:
        return Path(str(module.__file__)).read_text(encoding="utf-8", errors="replace")
    except OSError:
        # Then anything may stand there.
        return "defaultdict ="


@functools.lru_cache(maxsize=256)
def _tree(module: ModuleType) -> ast.Module | None:
    try:
        return ast.parse(_source(module))
    except (SyntaxError, ValueError):
        return None


def _stores(module: ModuleType) -> Stores:
    tree = _tree(module)
    return ANYTHING if tree is None else stores_in(tree)


def _hidden_names(tree: ast.Module | None) -> frozenset[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inner = (
        body
        for function in ast.walk(tree or ast.Module([], []))
        if is_a(function, functions)
        for body in ast.walk(function)
        if isinstance(body, ast.ClassDef)
    )
    return frozenset(one.name for body in inner for one in body.body if is_a(one, functions))
