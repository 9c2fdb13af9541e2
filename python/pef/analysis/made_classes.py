"""Classes that are not there to be looked at: those that functions of a program make, and those without a name.

Their objects are no arguments that could be written. Where a class may have such subclasses, that is said.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterable, Iterator

from pef.analysis.program_classes import Program, program
from pef.analysis.worlds import is_named, is_of_program
from pef.looks import label_of
from pef.source.definitions import is_class
from pef.source.naming import attribute

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_MAKING = frozenset({"new_class", "make_dataclass", "with_metaclass"})


def classes_with_hidden_heirs(classes: Iterable[type]) -> Iterator[type]:
    """Those of which the program may make subclasses that are not tried."""
    for class_ in classes:
        if is_of_program(class_) and (_has_unnamed_heir(class_) or _may_be_derived(class_)):
            yield class_


def _has_unnamed_heir(class_: type) -> bool:
    heirs: list[type] = type.__subclasses__(class_)
    # The rewritten world has classes of the same names.
    return any(
        "<locals>" in label_of(heir, "__qualname__")
        or (not is_named(heir) and not _has_twin(heir))
        or _has_unnamed_heir(heir)
        for heir in heirs
    )


def _has_twin(class_: type) -> bool:
    """Whether another class of this name is the one that the module knows, as for those of the other world."""
    found = attribute(sys.modules.get(label_of(class_, "__module__")), label_of(class_, "__qualname__").split("."))
    return is_class(found)


def _may_be_derived(class_: type) -> bool:
    names = {label_of(class_, "__name__"), *(label_of(heir, "__name__") for heir in _heirs(class_))}
    return any(_is_derived_inside(name, program(label_of(class_, "__module__"))) for name in names)


def _heirs(class_: type) -> Iterator[type]:
    heirs: list[type] = type.__subclasses__(class_)
    for heir in heirs:
        yield heir
        yield from _heirs(heir)


@functools.lru_cache(maxsize=1024)
def _is_derived_inside(name: str, known: Program) -> bool:
    """Whether a function may make a subclass of a class of that name."""
    return any(tree is None or _is_derived_in(tree, name) for tree in known.trees)


def _is_derived_in(tree: ast.Module, name: str) -> bool:
    known = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for function in ast.walk(tree):
        if not isinstance(function, _FUNCTIONS):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.ClassDef):
                # A base that is no class of the module by its name may be any.
                bases = [ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in node.bases]
                if any(base == name or _is_variable(base, known, function) for base in bases):
                    return True
            elif isinstance(node, ast.Call) and _makes_class(node):
                return True
    return False


def _is_variable(base: str, known: set[str], function: ast.AST) -> bool:
    """Whether a base is a parameter or a variable of the function, or is computed."""
    if not base.isidentifier():
        return True
    bound = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    bound |= {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return base not in known and base in bound


def _makes_class(node: ast.Call) -> bool:
    called = ast.unparse(node.func).rpartition(".")[2]
    return (called == "type" and len(node.args) == 3) or called in _MAKING
