"""Descriptions of objects as the conditions of a path see them.

A condition speaks of what an object was made with: `account.balance` is the argument of the constructor,
`account.withdraw[0].amount` that of the first call of a method, `calls(account)` are these calls.
"""

from __future__ import annotations

import inspect
from typing import Any

from pef.inputs.objects.descriptions import Call
from pef.inputs.objects.globals import Assignment
from pef.inputs.objects.method_sequences import SequenceDescription
from pef.looks import is_a


def seen(value: Any) -> Any:
    """A value as a condition sees it."""
    if is_a(value, Call | SequenceDescription):
        return View(value)
    if is_a(value, Assignment):
        return seen(value.value)
    if type(value) in (list, tuple):
        return type(value)([seen(element) for element in value])
    if type(value) is dict:
        return {key: seen(element) for key, element in value.items()}
    return value


class View:
    """An object of a class."""

    def __init__(self, description: Call | SequenceDescription) -> None:
        self._description = description

    def __getattr__(self, name: str) -> Any:
        description = self._description
        if is_a(description, SequenceDescription):
            if any(name == member.shown for member, _, _ in description.steps):
                return _Steps(description)
            return getattr(seen(description.object_), name)
        return seen(_argument(inspect.signature(description.class_), description.args, description.kwargs, name))


class _Steps:
    """The calls of one method, by their place among all calls."""

    def __init__(self, description: SequenceDescription) -> None:
        self._description = description

    def __getitem__(self, step: int) -> Any:
        member, args, kwargs = self._description.steps[step]
        return _Arguments(member.signature(), args, kwargs)


class _Arguments:
    """The arguments of a call, by parameter."""

    def __init__(self, signature: inspect.Signature, args: list[Any], kwargs: list[tuple[str, Any]]) -> None:
        self._call = (signature, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        return seen(_argument(*self._call, name))


def _argument(signature: inspect.Signature, args: list[Any], kwargs: list[tuple[str, Any]], name: str) -> Any:
    bound = signature.bind(*args, **dict(kwargs)).arguments
    if name not in bound:
        raise AttributeError(name)
    return bound[name]


def class_of(value: Any) -> type:
    """What `type` gives for the object."""
    return value._description.class_ if is_a(value, View) else type(value)


def is_instance(value: Any, class_: Any) -> bool:
    """`isinstance` for the object."""
    return issubclass(class_of(value), class_) if is_a(value, View) else is_a(value, class_)


def calls(value: Any) -> list[str]:
    """The methods that were called on the object."""
    description = value._description
    return [member.shown for member, _, _ in description.steps] if is_a(description, SequenceDescription) else []
