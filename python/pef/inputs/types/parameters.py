"""The parameters of a function as the engine supplies them: how each is passed, and the shape of its values.

Invariant: every argument reaches the parameter it was made for. A parameter that is left to its default makes those
after it be passed by name; where they cannot be, the default itself is passed.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pef.analysis import observed_calls, use_tables
from pef.analysis.uses import Facts, uses_of
from pef.errors import RequestError, one_line
from pef.inputs.types.aliases import with_aliases
from pef.inputs.types.declarations import declared_types, documented_types, type_hints
from pef.inputs.types.passing import Parameter, Passing
from pef.inputs.types.shapes import Reading, Shape
from pef.inputs.types.texts import type_text
from pef.looks import attribute_of, unwrapped
from pef.startup.records import Record, field

if TYPE_CHECKING:
    from pef.contracts.contract_data import Declared


class Parameters(Record):
    """What a call of a function consists of."""

    supplied: list[Parameter]
    assumed: dict[str, str]
    """By parameter: what was taken for its type where nothing says it; what is found holds only for that."""
    guessed: set[str]
    """Parameters whose type is a guess, and not only what it contains."""
    told_apart: dict[str, str] = field(default_factory=dict)
    """Of these, those whose type the code looks at, and what was taken for it."""
    not_tried: list[str] = field(default_factory=list)
    """Arguments that there may be and that are not among those supplied."""


def parameters_of(
    function: Callable[..., Any],
    declarations: str = "",
    documented: Mapping[str, Declared] | None = None,
    *,
    otherwise: Mapping[str, Any] | None = None,
    twin: Callable[..., Any] | None = None,
    aliases: bool = False,
) -> Parameters:
    """The parameters of `function` with their shapes.

    `declarations` (as in `--types`) go before `documented` (the `:types:` of the docstring), these before annotations,
    and these before what the type is `otherwise`. `twin` is the function in the rewritten world, whose defaults are other objects. With
    `aliases`, two parameters may be given one object.
    """
    signature = _signature(function)
    parameters = signature.parameters
    declared = declared_types(declarations, function, parameters)
    said = {**documented_types(documented or {}, function), **declared}
    known = {**(otherwise or {}), **type_hints(function), **said}
    reader = _Reader(function, known, set(said), _signature(twin or function))
    shapes = {one.name: reader.shape(one) for one in parameters.values()}
    found: list[Parameter] = []
    by_name = False
    for parameter in parameters.values():
        shape = shapes[parameter.name]
        if shape is None:
            if parameter.default is parameter.empty:
                continue
            if not _needs_predecessors(parameter, signature, shapes):
                by_name = True
                continue
            shape = reader.default(parameter)
        if parameter.kind is parameter.VAR_KEYWORD:
            shape = ("keywords", shape, tuple(_names_for_keywords(signature)))
        elif parameter.kind is parameter.VAR_POSITIONAL:
            shape = ("tuple_of", shape)
        found.append(Parameter(parameter.name, _passing(parameter, by_name), shape))
    not_tried: list[str] = []
    if aliases:
        found, not_tried = with_aliases(found, function)
    return Parameters(found, reader.assumed, reader.guessed, reader.told_apart, not_tried)


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError) as error:
        name = attribute_of(function, "__qualname__", repr(function))
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


class _Reader:
    """Finds the shapes of the parameters of one function."""

    def __init__(
        self, function: Callable[..., Any], known: Mapping[str, Any], said: set[str], twin: inspect.Signature
    ) -> None:
        self._function = function
        self._known = known
        self._said = said
        """The parameters whose type was said to PEF itself."""
        self._twin = twin
        self.assumed: dict[str, str] = {}
        self.guessed: set[str] = set()
        self.told_apart: dict[str, str] = {}

    def shape(self, parameter: inspect.Parameter) -> Shape | None:
        """The shape of one parameter, or of one element of those that collect; `None` for one left to its default."""
        name = parameter.name
        scope = attribute_of(unwrapped(self._function), "__globals__", {})
        reading = Reading(name, self.uses.get(name), scope, lambda: self._passed.get(name, set()))
        if name in self._known or self._is_compared(parameter):
            try:
                shape = reading.shape(self._known.get(name, object))
            except RequestError:
                if name in self._said or not _can_be_left_out(parameter):
                    raise
                self._leave_out(parameter)
                return None
            if parameter.default is None and not _offers_none(shape):
                shape = ("choice", ("constant", None), shape)
        elif type(parameter.default) in (list, dict, set):
            # Whoever writes such a default means that very object, which is kept from call to call.
            self._leave_out(parameter)
            return None
        else:
            reading.is_guess = True
            try:
                shape = reading.anything(self.uses.get(name) or Facts(is_used=True))
            except RequestError:
                self._leave_out(parameter)
                return None
            if not _is_of_kind(parameter.default):
                shape = ("choice", shape, self.default(parameter))
        if reading.is_assumed:
            self.assumed[_written(parameter)] = type_text(shape)
        if reading.is_guess:
            self.guessed.add(name)
            if name in self.uses and self.uses[name].has_tests:
                self.told_apart[name] = type_text(shape)
        return shape

    def _is_compared(self, parameter: inspect.Parameter) -> bool:
        """Whether it is what an object is compared with for equality, which can be anything, whatever the method does."""
        if attribute_of(self._function, "__name__", "") not in ("__eq__", "__ne__"):
            return False
        return list(self._twin.parameters).index(parameter.name) == 1

    def default(self, parameter: inspect.Parameter) -> Shape:
        """The default itself, which is another object in the rewritten world."""
        return ("twins", parameter.default, self._twin.parameters[parameter.name].default)

    def _leave_out(self, parameter: inspect.Parameter) -> None:
        """Nothing is passed, if that is possible."""
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            self.assumed[_written(parameter)] = "nothing"
        elif parameter.default is not parameter.empty:
            self.assumed[parameter.name] = "its default"
        else:
            name = parameter.name
            attributes = ", ".join(sorted(self.uses[name].attributes)) if name in self.uses else ""
            with_these = f", and nothing known has {attributes}" if attributes else ""
            raise RequestError(
                f"no type is known for parameter {name!r}{with_these}: annotate it, or say --types '{name}: int'"
            )

    @functools.cached_property
    def uses(self) -> Mapping[str, Facts]:
        return uses_of(self._function)

    @functools.cached_property
    def _passed(self) -> dict[str, set[type]]:
        code = attribute_of(unwrapped(self._function), "__code__", None)
        return observed_calls.types_passed(self._function, code.co_filename) if code is not None else {}


def _can_be_left_out(parameter: inspect.Parameter) -> bool:
    collects = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    return collects or parameter.default is not parameter.empty


def _written(parameter: inspect.Parameter) -> str:
    is_positional, is_named = parameter.kind is parameter.VAR_POSITIONAL, parameter.kind is parameter.VAR_KEYWORD
    return f"{'*' * is_positional}{'**' * is_named}{parameter.name}"


def _is_of_kind(default: Any) -> bool:
    """Whether a default needs no alternative of its own: there is none, or its type is among what is explored."""
    return default is inspect.Parameter.empty or type(default) in use_tables.KIND_OF_TYPE


def _offers_none(shape: Shape) -> bool:
    if shape[0] == "choice":
        return any(_offers_none(part) for part in shape[1:])
    return shape[0] == "constant" and shape[1] is None
