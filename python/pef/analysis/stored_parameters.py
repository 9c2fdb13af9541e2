"""Parameters that a constructor only stores in attributes: their values are made when the attributes are read.

So objects that refer to objects grow by need: a list is as long as it was followed. Read from the source of the plain
constructor; where anything else is done with a parameter, its value is made before the constructor runs.
"""

from __future__ import annotations

import abc
import ast
import dataclasses
import inspect
from collections.abc import Iterator
from types import FunctionType, MemberDescriptorType
from typing import Any

from pef.looks import has_attribute, is_a, unwrapped
from pef.source.definitions import definition_of

# These see all local variables.
_SEEING_ALL = frozenset({"locals", "vars", "eval", "exec", "dir"})


def stored_parameters(class_: type) -> frozenset[str]:
    """The names of the parameters that the constructor only stores."""
    make: Any = class_.__new__
    read: Any = class_.__getattribute__
    initialise: Any = class_.__init__  # type: ignore[misc]
    if type(class_) not in (type, abc.ABCMeta) or make is not object.__new__ or read is not object.__getattribute__:
        return frozenset()
    if not is_a(initialise, FunctionType) or unwrapped(initialise) is not initialise:
        return frozenset()
    if dataclasses.is_dataclass(class_) and initialise.__code__.co_filename == "<string>":
        fields = (field.name for field in dataclasses.fields(class_) if field.init)
        return frozenset(name for name in fields if is_plain(class_, name))
    assign: Any = class_.__setattr__
    if assign is not object.__setattr__ or _has_contract(initialise):
        return frozenset()
    return frozenset(_stored_by(initialise, class_))


def _has_contract(initialise: FunctionType) -> bool:
    """Whether a contract looks at the arguments."""
    from pef.contracts.libraries import contract_of

    return contract_of(initialise, initialise.__code__.co_filename).is_checked()


def _stored_by(initialise: FunctionType, class_: type) -> Iterator[str]:
    definition = definition_of(initialise)
    if not isinstance(definition, ast.FunctionDef):
        return
    names = [argument.arg for argument in (*definition.args.posonlyargs, *definition.args.args)]
    itself = names[0] if names else ""
    names += [argument.arg for argument in definition.args.kwonlyargs]
    used = [node for statement in definition.body for node in ast.walk(statement) if isinstance(node, ast.Name)]
    if any(node.id in _SEEING_ALL for node in used):
        return
    stored = {id(node) for statement in definition.body for node in _stored_names(statement, itself, class_)}
    for name in names[1:]:
        occurrences = [node for node in used if node.id == name]
        if occurrences and all(id(node) in stored for node in occurrences):
            yield name


def _stored_names(statement: ast.stmt, itself: str, class_: type) -> Iterator[ast.Name]:
    """Names whose values are assigned to attributes of the object, in a statement and those inside of it."""
    for node in ast.walk(statement):
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs: list[tuple[ast.expr, ast.expr]] = [(node.target, node.value)]
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            pairs = [(node.targets[0], node.value)]
            target, value = pairs[0]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
                pairs = list(zip(target.elts, value.elts, strict=True))
        else:
            continue
        for target, value in pairs:
            if (
                isinstance(value, ast.Name)
                and isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == itself
                and is_plain(class_, target.attr)
            ):
                yield value


def is_plain(class_: type, name: str) -> bool:
    """Whether an attribute is stored in the object as it is."""
    written = inspect.getattr_static(class_, name, None)
    return is_a(written, MemberDescriptorType) or not has_attribute(type(written), "__set__")
