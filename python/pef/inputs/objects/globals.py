"""Global variables and class attributes that the call finds with any value of their type (`:globals:`, `--globals`).

Each is an argument in front of the others: making it assigns it in the module of the world that runs, before the objects
among the arguments are made, and the target is called without it. So it is part of the input like any argument, and what
is assigned is undone with the rest of the state.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

from pef import _engine
from pef.errors import RequestError, did_you_mean
from pef.inputs.literals import expression
from pef.inputs.objects.descriptions import Change, Description, Realiser
from pef.inputs.types import Passing, Shape, evaluated_type, shape_of
from pef.looks import has_attribute, is_a, unwrapped
from pef.source.naming import attribute
from pef.startup.records import Record

Function = Callable[..., Any]


class Global(Record):
    """A variable of a module, or an attribute of something in it."""

    module: str
    names: tuple[str, ...]
    """`("counter",)`, or `("Pool", "size")`."""
    shape: Shape

    @property
    def assigned(self) -> frozenset[tuple[str, str]]:
        """What has other values because of it: a module, and a name in it."""
        return frozenset({(self.module, ".".join(self.names))})

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

    def before_call(self, scope: str) -> list[str]:
        """An expression that assigns it; `scope` is one for the namespace of the module."""
        *path, name = self.variable.names
        value = expression(self.value)
        return [f"setattr({'.'.join(path)}, {name!r}, {value})" if path else f"{scope}.update({name}={value})"]


def globals_of(function: Function, given: str, documented: Mapping[str, Any]) -> list[Global]:
    """The globals that are to be inputs; those `given` (as in `--globals`) go before those of the docstring."""
    declared: dict[str, Any] = {}
    for name, clause in documented.items():
        found = [evaluated_type(text, function, ":globals:") for text in clause.alternatives]
        declared[name] = found[0] if len(found) == 1 else found
    for name, text in _parsed(given).items():
        declared[name] = evaluated_type(text, function, "--globals")
    variables = []
    for name, annotation in declared.items():
        missing = _missing(function, name)
        if missing is not None and name in documented and name not in _parsed(given):
            raise documented[name].text.problem(missing)
        if missing is not None:
            raise RequestError(f"globals: {missing}")
        names = tuple(name.split("."))
        variables.append(Global(unwrapped(function).__module__, names, shape_of(annotation, name)))
    return variables


def _missing(function: Function, name: str) -> str | None:
    """That there is no such variable, if there is none; one that a function makes need not be there yet."""
    written = unwrapped(function)
    module = sys.modules.get(written.__module__)
    *path, last = name.split(".")
    holder = attribute(module, path) if module is not None else None
    if hasattr(holder, last) or (holder is not None and not path and last in _names_used(module, written)):
        return None
    is_last = holder is not None
    known = dir(holder) if is_last else dir(attribute(module, path[:-1])) if module is not None and path else []
    return f"there is no {name}{did_you_mean(last if is_last or not path else path[-1], known)}"


def _names_used(module: Any, function: Any) -> set[str]:
    """The names that functions of a module use."""
    functions = [function, *(value for value in vars(module).values() if is_a(value, FunctionType))]
    waiting = [one.__code__ for one in functions if has_attribute(one, "__code__")]
    names: set[str] = set()
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [constant for constant in code.co_consts if is_a(constant, CodeType)]
    return names


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
