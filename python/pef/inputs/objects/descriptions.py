"""Descriptions of objects: which class was called with which arguments.

The engine gives one in place of every object of a plain run. Its `repr` is the code that makes the object; `realise`
runs that code, when the replay begins. So what is shown is what was run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pef.contracts.expressions import ContractRaised
from pef.contracts.monitor import Preparation
from pef.errors import DisagreementError, PefError, RunStopped
from pef.inputs.literals import expression
from pef.looks import attribute_of, is_a
from pef.source.naming import name_of, naming

__all__ = ["Call", "Description", "Realiser", "naming", "realise"]

# These end a run for reasons of their own.
_PASSING = (RunStopped, ContractRaised, KeyboardInterrupt, PefError)


Change = Callable[[Any], Iterator[Any]]
"""Other values for a value."""
Named = list[tuple[str, Any]]


def changed_arguments(args: list[Any], kwargs: Named, change: Change) -> Iterator[tuple[list[Any], Named]]:
    """Arguments of which one is changed."""
    for index, value in enumerate(args):
        for other in change(value):
            yield [*args[:index], other, *args[index + 1 :]], kwargs
    for index, (name, value) in enumerate(kwargs):
        for other in change(value):
            yield args, [*kwargs[:index], (name, other), *kwargs[index + 1 :]]


class Description:
    """One object, not made yet."""

    __slots__ = ()

    def realised(self, realiser: Realiser) -> Any:
        """The object."""
        raise NotImplementedError

    def variants(self, change: Change) -> Iterator[Description]:
        """The same with one argument changed."""
        return iter(())

    def parts(self) -> Sequence[Any]:
        """What the object is made of."""
        return ()


class Realiser:
    """Makes the objects of the arguments of one call."""

    def __init__(self) -> None:
        self._made: dict[int, Any] = {}
        """By the identity of what was given: what is passed to two parameters is one object for both."""

    def argument(self, value: Any) -> Any:
        """`value` as an argument of the target."""
        if id(value) not in self._made:
            self._made[id(value)] = self.value(value)
        return self._made[id(value)]

    def value(self, value: Any) -> Any:
        """`value` with objects in place of their descriptions, in the order in which the symbolic run makes them."""
        if is_a(value, Description):
            return value.realised(self)
        kind = type(value)
        if kind is list:
            return [self.value(element) for element in value]
        if kind is tuple:
            return tuple([self.value(element) for element in value])
        if kind is dict:
            return {self.value(key): self.value(element) for key, element in value.items()}
        if kind in (set, frozenset):
            return kind([self.value(element) for element in value])
        return value

    def call(self, function: Callable[..., Any], args: Sequence[Any], kwargs: Sequence[tuple[str, Any]]) -> Any:
        """The result of a call that the symbolic run has made without an exception."""
        made = [self.value(argument) for argument in args]
        named = {name: self.value(argument) for name, argument in kwargs}
        name = attribute_of(function, "__qualname__", repr(function))
        with Preparation() as preparation:
            try:
                result = function(*made, **named)
                if is_a(function, type):
                    preparation.require_invariants(result)
            except _PASSING:
                raise
            except BaseException as error:
                raise DisagreementError(
                    f"the plain {name} raised {type(error).__name__} while arguments were made"
                ) from None
            if preparation.breach is not None:
                raise DisagreementError(f"while arguments were made, the {preparation.breach.message()}")
        return result


def classes_in(value: Any) -> Iterator[type]:
    """The classes of the objects that a value has in it, by their descriptions."""
    if is_a(value, Description):
        class_ = getattr(value, "class_", None)
        if is_a(class_, type):
            yield class_
        for part in value.parts():
            yield from classes_in(part)
    elif type(value) in (list, tuple, set, frozenset):
        for part in value:
            yield from classes_in(part)
    elif type(value) is dict:
        for key, part in value.items():
            yield from classes_in(key)
            yield from classes_in(part)


def realise(args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[list[Any], list[tuple[str, Any]]]:
    """Arguments with objects in place of their descriptions."""
    realiser = Realiser()
    try:
        return [realiser.argument(value) for value in args], [
            (name, realiser.argument(value)) for name, value in kwargs
        ]
    except ContractRaised as raised:
        raise raised.problem() from None


def arguments_text(args: Sequence[Any], kwargs: Sequence[tuple[str, Any]]) -> str:
    """Arguments as they stand between the parentheses of a call."""
    passed = [expression(value) for value in args]
    return ", ".join([*passed, *(f"{name}={expression(value)}" for name, value in kwargs)])


def _is_default(class_: type, name: str, value: Any) -> bool:
    """Whether a call without an argument is the same: it is the default, and cannot be changed."""
    if type(value) not in (bool, int, str, type(None)):
        return False
    try:
        parameter = inspect.signature(class_).parameters.get(name)
    except (TypeError, ValueError):
        return False
    return parameter is not None and type(parameter.default) is type(value) and parameter.default == value


class Call(Description):
    """An object that a class makes when it is called."""

    __slots__ = ("args", "class_", "kwargs")

    def __init__(self, class_: type, args: list[Any], kwargs: list[tuple[str, Any]]) -> None:
        self.class_ = class_
        self.args = args
        self.kwargs = kwargs

    def __repr__(self) -> str:
        named = [(name, value) for name, value in self.kwargs if not _is_default(self.class_, name, value)]
        return f"{name_of(self.class_)}({arguments_text(self.args, named)})"

    def realised(self, realiser: Realiser) -> Any:
        return realiser.call(self.class_, self.args, self.kwargs)

    def parts(self) -> Sequence[Any]:
        return [*self.args, *(value for _, value in self.kwargs)]

    def variants(self, change: Change) -> Iterator[Description]:
        for args, kwargs in changed_arguments(self.args, self.kwargs, change):
            yield Call(self.class_, args, kwargs)
