"""A program under test: its source, and an expression for the values of each parameter."""

from __future__ import annotations

import ast
import copy
import itertools
from dataclasses import dataclass
from typing import Any

FUNCTION = "f"
# More inputs than this are not run.
LARGEST_DOMAIN = 120


@dataclass(frozen=True)
class Program:
    """One module with a function called `f`."""

    source: str
    domain: dict[str, str]
    """For each parameter an expression for its values, in the module."""
    is_open: bool = False
    """Whether there are more inputs than those of the domain."""
    strict: bool = False
    """Whether exceptions that are raised on purpose are errors too."""

    def inputs(self, namespace: dict[str, Any]) -> list[dict[str, Any]]:
        """All inputs, and those in which two mutable arguments that are equal are one object."""
        scope = {**namespace, "itertools": itertools}
        values = {name: list(eval(text, scope)) for name, text in self.domain.items()}
        annotations = _annotations(self.source)
        found: list[dict[str, Any]] = []
        for chosen in itertools.product(*values.values()):
            one = dict(zip(values, chosen, strict=True))
            # Each has its own objects: names for one are a case of its own.
            found.append({name: copy.deepcopy(value) for name, value in one.items()})
            found += list(_shared(one, annotations))
        return found


def _shared(one: dict[str, Any], annotations: dict[str, str]) -> list[dict[str, Any]]:
    mutable = [name for name, value in one.items() if type(value).__hash__ is None or hasattr(value, "__dict__")]
    shared = []
    for first, second in itertools.combinations(mutable, 2):
        if annotations[first] == annotations[second] and _content(one[first]) == _content(one[second]):
            other = {name: copy.deepcopy(value) for name, value in one.items()}
            other[second] = other[first]
            shared.append(other)
    return shared


def _content(value: Any) -> str:
    """What says whether two objects could be one."""
    return repr(vars(value) if hasattr(value, "__dict__") else value)


def _annotations(source: str) -> dict[str, str]:
    function = function_of(ast.parse(source))
    return {one.arg: ast.unparse(one.annotation) for one in function.args.args if one.annotation is not None}


def function_of(module: ast.Module) -> ast.FunctionDef:
    """The function under test."""
    return next(one for one in module.body if isinstance(one, ast.FunctionDef) and one.name == FUNCTION)
