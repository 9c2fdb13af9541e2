"""The parameters of a function as the engine supplies them: how each is passed, and the shape of its values.

Invariant: every argument reaches the parameter it was made for. A parameter that is left to its default makes those
after it be passed by name; where they cannot be, the default itself is passed.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pef.errors import RequestError, one_line
from pef.types.declarations import declared_types, documented_types, type_hints
from pef.types.shapes import Shape, shape_of, shape_of_default

if TYPE_CHECKING:
    from pef.contracts.reading import Declared


class Passing(enum.Enum):
    """How an argument is passed."""

    POSITIONAL = "positional"
    KEYWORD = "keyword"
    SPREAD = "spread"
    """The elements of a tuple, by position: what `*args` collects."""
    SPREAD_KEYWORDS = "spread keywords"
    """The entries of a dictionary, by name: what `**kwargs` collects."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that the engine supplies."""

    name: str
    passing: Passing
    shape: Shape

    def described(self) -> tuple[str, str, Shape]:
        """As the engine reads it."""
        return self.name, self.passing.value, self.shape

    def by_need(self) -> Parameter:
        """The parameter with values that are made when the attribute they are stored in is read."""
        return replace(self, shape=("by_need", self.shape))

    def with_alternative(self, shape: Shape) -> Parameter:
        """The parameter with one more shape that its values can have."""
        return replace(self, shape=("choice", self.shape, shape))


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a call of a function consists of."""

    supplied: list[Parameter]
    assumed: dict[str, str]
    """By parameter: what was taken for its type where nothing says it; what is found holds only for that."""


def parameters_of(
    function: Callable[..., Any],
    declarations: str = "",
    documented: Mapping[str, Declared] | None = None,
    *,
    otherwise: Mapping[str, Any] | None = None,
    twin: Callable[..., Any] | None = None,
) -> Parameters:
    """The parameters of `function` with their shapes.

    `declarations` (as in `--types`) go before `documented` (the `:types:` of the docstring), these before annotations,
    and these before what the type is `otherwise`. `twin` is the function in the rewritten world, whose defaults are other objects.
    """
    signature = _signature(function)
    parameters = signature.parameters
    declared = declared_types(declarations, function, parameters)
    known = {**(otherwise or {}), **type_hints(function), **documented_types(documented or {}, function), **declared}
    shapes = {one.name: _shape_of_parameter(one, known) for one in parameters.values()}
    found: list[Parameter] = []
    assumed: dict[str, str] = {}
    by_name = False
    for parameter in parameters.values():
        shape = shapes[parameter.name]
        if shape is None:
            if parameter.default is parameter.empty:
                assumed[str(parameter.replace(annotation=parameter.empty))] = "nothing"
                continue
            assumed[parameter.name] = "its default"
            if not _needs_predecessors(parameter, signature, shapes):
                by_name = True
                continue
            shape = ("twins", parameter.default, _signature(twin or function).parameters[parameter.name].default)
        if parameter.kind is parameter.VAR_KEYWORD:
            shape = ("keywords", shape, tuple(_names_for_keywords(signature)))
        elif parameter.kind is parameter.VAR_POSITIONAL:
            shape = ("tuple_of", shape)
        found.append(Parameter(parameter.name, _passing(parameter, by_name), shape))
    return Parameters(found, assumed)


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError) as error:
        name = getattr(function, "__qualname__", repr(function))
        raise RequestError(f"{name} cannot be explored: {one_line(str(error))}") from None


def _passing(parameter: inspect.Parameter, by_name: bool) -> Passing:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return Passing.SPREAD
    if parameter.kind is parameter.VAR_KEYWORD:
        return Passing.SPREAD_KEYWORDS
    if parameter.kind is parameter.KEYWORD_ONLY:
        return Passing.KEYWORD
    return Passing.KEYWORD if by_name else Passing.POSITIONAL


def _needs_predecessors(
    parameter: inspect.Parameter, signature: inspect.Signature, shapes: Mapping[str, Shape | None]
) -> bool:
    """Whether something that can only be passed by position comes after a parameter."""
    if parameter.kind is parameter.KEYWORD_ONLY:
        return False
    after = list(signature.parameters.values())
    after = after[after.index(parameter) + 1 :]
    only_by_position = (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL)
    return any(one.kind in only_by_position and shapes[one.name] is not None for one in after)


def _names_for_keywords(signature: inspect.Signature) -> list[str]:
    """The names that are passed to parameters of their own, and so never reach `**kwargs`."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in signature.parameters.values() if one.kind in named]


def untyped(function: Callable[..., Any], declared: set[str]) -> set[str]:
    """Names of the parameters of which nothing says the type."""
    parameters = inspect.signature(function).parameters.values()
    return {one.name for one in parameters if one.annotation is one.empty and one.name not in declared}


def _shape_of_parameter(parameter: inspect.Parameter, known: Mapping[str, Any]) -> Shape | None:
    """The shape of one parameter, or of one element of those that collect; `None` for one left to its default."""
    name = parameter.name
    if name in known:
        return shape_of(known[name], name)
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return None
    if parameter.default is not parameter.empty:
        return shape_of_default(parameter.default)
    raise RequestError(f"no type is known for parameter {name!r}: annotate it, or say --types '{name}: int'")
