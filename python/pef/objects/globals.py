"""Global variables and class attributes that the call finds with any value of their type (`:globals:`, `--globals`).

Each is an argument in front of the others: making it assigns it in the module of the world that runs, before the objects
among the arguments are made, and the target is called without it. So it is part of the input like any argument, and what
is assigned is undone with the rest of the state.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pef import _engine
from pef.errors import RequestError, did_you_mean
from pef.expressions import expression
from pef.objects.describing import Change, Description, Realiser
from pef.objects.naming import attribute
from pef.types import Passing, Shape, evaluated_type, shape_of

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of a module, or an attribute of something in it."""

    module: str
    names: tuple[str, ...]
    """`("counter",)`, or `("Pool", "size")`."""
    shape: Shape

    def described(self) -> tuple[str, str, Shape]:
        """As the engine reads a parameter."""
        value = ("", Passing.POSITIONAL.value, self.shape)
        return ".".join(self.names), Passing.POSITIONAL.value, ("object", GlobalMaker(self), value)

    def assign(self, value: Any) -> None:
        """Give it a value in the world that runs."""
        *path, name = self.names
        setattr(attribute(sys.modules[self.module], path), name, value)


class GlobalMaker:
    """Assigns a global."""

    is_pure = False
    refused = None

    def __init__(self, variable: Global) -> None:
        self._variable = variable

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        self._variable.assign(args[0])
        return True, args[0]

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> Assignment:
        return Assignment(self._variable, args[0])


class Assignment(Description):
    """A global and its value."""

    __slots__ = ("value", "variable")

    def __init__(self, variable: Global, value: Any) -> None:
        self.variable = variable
        self.value = value

    def __repr__(self) -> str:
        return f"{'.'.join(self.variable.names)} = {expression(self.value)}"

    def realised(self, realiser: Realiser) -> Any:
        value = realiser.value(self.value)
        self.variable.assign(value)
        return value

    def variants(self, change: Change) -> Iterator[Description]:
        for value in change(self.value):
            yield Assignment(self.variable, value)

    def code(self, scope: str) -> str:
        """An expression that assigns it; `scope` is one for the namespace of the module."""
        *path, name = self.variable.names
        value = expression(self.value)
        return f"setattr({'.'.join(path)}, {name!r}, {value})" if path else f"{scope}.update({name}={value})"


def globals_of(function: Function, given: str, documented: Mapping[str, Any]) -> list[Global]:
    """The globals that are to be inputs; those `given` (as in `--globals`) go before those of the docstring."""
    declared: dict[str, Any] = {}
    for name, clause in documented.items():
        found = [evaluated_type(text, function, ":globals:") for text in clause.alternatives]
        declared[name] = found[0] if len(found) == 1 else found
    for name, text in _parsed(given).items():
        declared[name] = evaluated_type(text, function, "--globals")
    return [_global(function, name, annotation) for name, annotation in declared.items()]


def _global(function: Function, name: str, annotation: Any) -> Global:
    written = inspect.unwrap(function)
    module = sys.modules.get(written.__module__)
    *path, last = name.split(".")
    holder = attribute(module, path) if module is not None else None
    # A variable that the functions of the module make need not be there yet.
    is_there = holder is not None and (hasattr(holder, last) or (not path and _is_made(module, last)))
    if not is_there:
        missing, around = (last, holder) if holder is not None else (path[-1], attribute(module, path[:-1]))
        raise RequestError(f"globals: there is no {name}{did_you_mean(missing, dir(around))}")
    return Global(written.__module__, (*path, last), shape_of(annotation, name))


def _is_made(module: Any, name: str) -> bool:
    """Whether code of a module declares a global of that name."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError, ValueError):
        return True
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(tree))


def _parsed(text: str) -> dict[str, str]:
    """`counter: int, Pool.size: int` as texts by name."""
    if not text.strip():
        return {}
    try:
        # What stands in a subscript has the same form.
        subscript = ast.parse(f"_[{text}]", mode="eval").body
    except (SyntaxError, ValueError):
        subscript = None
    parts = getattr(subscript, "slice", None)
    clauses = parts.elts if isinstance(parts, ast.Tuple) else [parts]
    found: dict[str, str] = {}
    for clause in clauses:
        if not isinstance(clause, ast.Slice) or clause.lower is None or clause.upper is None or clause.step:
            raise RequestError(f"--globals: {text!r} is not of the form 'counter: int, Pool.size: int'")
        found[ast.unparse(clause.lower)] = ast.unparse(clause.upper)
    return found


def without_globals(function: Function, count: int) -> Function:
    """The function as it is called with so many globals in front."""
    if count == 0:
        return function

    def called(*args: Any, **kwargs: Any) -> Any:
        return function(*args[count:], **kwargs)

    return called


# Wrappers only pass values on.
_engine.mark_rewritten(globals())
