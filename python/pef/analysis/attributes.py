"""Which arguments of a constructor are found again in the attribute of their name.

Conditions speak of arguments of constructors as of attributes of the object (`self.value`), which is what a reader knows;
where the attribute is another thing than the argument, or there is none, they must not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from pef.analysis.stored_parameters import is_plain
from pef.looks import is_a, unwrapped
from pef.source.definitions import definition_of


def replaced_parameters(class_: type) -> frozenset[str]:
    """The parameters that no attribute of their name holds; none where the constructor is generated or not known."""
    owner = next((base for base in class_.__mro__ if "__init__" in vars(base)), object)
    definition = _written(owner, "__init__")
    if definition is None:
        return frozenset(_assigned_after(class_))
    itself, *names = _parameters(definition)
    return frozenset(name for name in names if not _is_held(name, itself, definition, owner, class_))


def _written(class_: type, name: str) -> ast.FunctionDef | None:
    function = vars(class_).get(name)
    if not is_a(function, FunctionType):
        return None
    definition = definition_of(unwrapped(function))
    return definition if isinstance(definition, ast.FunctionDef) and _parameters(definition) else None


def _parameters(definition: ast.FunctionDef) -> list[str]:
    arguments = definition.args
    return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _assigned_after(class_: type) -> Iterator[str]:
    """Fields of data classes that `__post_init__` gives another value."""
    definition = _written(class_, "__post_init__")
    if definition is not None:
        yield from (attribute.attr for attribute, _ in _assignments(definition, _parameters(definition)[0]))


def _is_held(name: str, itself: str, definition: ast.FunctionDef, owner: type, class_: type) -> bool:
    """Whether the attribute of a name is the argument of that name when the constructor has ended."""
    nodes = list(ast.walk(definition))
    if any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in nodes):
        return False
    values = [value for attribute, value in _assignments(definition, itself) if attribute.attr == name]
    if values:
        return is_plain(class_, name) and all(isinstance(value, ast.Name) and value.id == name for value in values)
    base = next((base for base in owner.__mro__[1:] if "__init__" in vars(base)), object)
    above = _written(base, "__init__")
    calls = [node for node in nodes if isinstance(node, ast.Call) and _is_call_above(node)]
    if above is None or len(calls) != 1 or name in replaced_parameters(base):
        return False
    passed = dict(zip(_parameters(above)[1:], calls[0].args, strict=False))
    passed |= {keyword.arg: keyword.value for keyword in calls[0].keywords if keyword.arg}
    value = passed.get(name)
    return isinstance(value, ast.Name) and value.id == name


def _is_call_above(call: ast.Call) -> bool:
    """Whether it is `super().__init__(…)`."""
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "__init__"
        and isinstance(function.value, ast.Call)
        and isinstance(function.value.func, ast.Name)
        and function.value.func.id == "super"
    )


def _assignments(definition: ast.FunctionDef, itself: str) -> Iterator[tuple[ast.Attribute, ast.expr | None]]:
    """Attributes of the object that are assigned, each with its value where it is an expression of its own."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign):
            pairs = [pair for target in node.targets for pair in paired(target, node.value)]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.AugAssign):
            pairs = [(node.target, None)]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == itself:
                yield target, value


def paired(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(one, None) for one in target.elts]
