"""What a target is called with: its parameters, the globals that are inputs too, and how its calls are written.

Found once, however often a target is explored.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pef.analysis.state_mentions import mentions_state
from pef.contracts.contract_data import Contract
from pef.exploration import drain
from pef.exploration.call_source import CallWriter
from pef.inputs import objects
from pef.inputs.types import Parameter, Passing, parameters_of
from pef.inputs.types.aliases import is_data
from pef.inputs.types.functions import FunctionMaker, function_makers
from pef.judging.guessed_arguments import Guesses
from pef.loaded_target import LoadedTarget
from pef.looks import unwrapped
from pef.options import Options
from pef.startup.clean_imports import of_library
from pef.startup.records import Record, replace
from pef.target_members import Access

if TYPE_CHECKING:
    from pef.analysis.module_variables import Variable
    from pef.inputs.objects.calls_before import CallsBefore

# Calls of methods before the one that is the target, where nothing is said.
_CALLS = 2


class Inputs(Record):
    """The inputs of one target."""

    # What is found out about them once.
    __slots__ = ("__dict__",)

    parameters: list[Parameter]
    variables: list[objects.Global | CallsBefore]
    """Globals that are inputs, and calls that change others; they come before the arguments."""
    assumed: Mapping[str, str]
    """By parameter: what was taken for its type where nothing says it."""
    told_apart: Mapping[str, str]
    """By parameter of no declared type which the code looks at the type of: what was taken for it."""
    not_tried: list[str]
    """Arguments that there may be and that are not among those tried, in words."""
    can_call_more: bool
    """Whether more calls of methods could make other objects."""
    guesses: Guesses
    writer: CallWriter

    @functools.cached_property
    def described(self) -> list[tuple[str, str, tuple[Any, ...]]]:
        """As the engine takes them."""
        return [*(one.described() for one in self.variables), *(one.described() for one in self.parameters)]

    @functools.cached_property
    def positional_names(self) -> list[str]:
        """The parameters that `Path.args` are passed for."""
        return [one.name for one in self.parameters if one.passing is Passing.POSITIONAL]

    @functools.cached_property
    def is_data(self) -> bool:
        """Whether what a call is given is known before it."""
        return not self.variables and all(is_data(one.shape) for one in self.parameters)

    @functools.cached_property
    def _functions(self) -> list[tuple[str, FunctionMaker]]:
        return [(one.name, maker) for one in self.parameters for maker in function_makers(one.shape)]

    def functions_called(self) -> list[str]:
        """The parameters through which runs were given functions that they called."""
        return list(dict.fromkeys(name for name, maker in self._functions if maker.was_called))

    def forget_calls(self) -> None:
        """Before an exploration: no function was called yet."""
        for _, maker in self._functions:
            maker.was_called = False

    @functools.cached_property
    def changed_before(self) -> frozenset[Variable]:
        """Variables that have other values because they are inputs, or because calls change them."""
        return frozenset().union(*(one.assigned for one in self.variables))

    def names(self) -> list[str]:
        """What the values that are not passed by name are given for."""
        return [*(".".join(one.names) for one in self.variables), *self.positional_names]

    def refusal(self) -> str | None:
        """Why there was no input, where a class could not be instantiated."""
        for parameter in self.parameters:
            problem = objects.refusal(parameter.shape)
            if problem is not None:
                return f"parameter {parameter.name!r}: {problem}"
        return None


def inputs_of(target: LoadedTarget, contract: Contract, options: Options) -> Inputs:
    """The inputs of a target for explorations with these options."""
    # Members of enumerations are the only ones of their kind, and take long to hash.
    access = id(target.access)
    key = (Inputs, target.name, access, options.types, options.globals, options.calls, options.more_calls)
    known: Inputs | None = target.found.get(key)
    if known is None:
        drain.prepare(target.native)
        known = target.found[key] = _find(target, contract, options)
    if not known.is_data:
        known.forget_calls()
        for parameter in known.parameters:
            objects.forget_refusal(parameter.shape)
    return known


def _find(target: LoadedTarget, contract: Contract, options: Options) -> Inputs:
    receiver = _receiver(target)
    known = parameters_of(
        target.native,
        options.types,
        contract.types,
        otherwise=receiver,
        twin=target.rewritten,
        aliases=True,
    )
    assumed = dict(known.assumed)
    for one in known.supplied:
        assumed |= objects.assumed_in(one.shape)
    parameters = [_with_calls(one, receiver, options) for one in known.supplied]
    unchanged = _unchanged(parameters)
    not_tried = [*known.not_tried, *unchanged, *_of_hidden_classes(parameters, receiver)]
    untyped = {name.lstrip("*") for name in known.assumed} | known.guessed
    variables: list[objects.Global | CallsBefore] = []
    variables += objects.globals_of(target.native, options.globals, contract.globals)
    calls = _CALLS + options.more_calls if options.calls is None else options.calls
    before, as_made = _before(target, calls, parameters, {one for each in variables for one in each.assigned})
    variables += [before] if before is not None else []
    return Inputs(
        parameters,
        variables,
        assumed,
        known.told_apart,
        [*not_tried, *([as_made] if as_made else [])],
        before is not None or bool(unchanged) or any(objects.has_calls(one.shape) for one in parameters),
        Guesses(target, parameters, untyped, known.guessed),
        CallWriter(target, parameters, len(variables)),
    )


def _before(
    target: LoadedTarget, limit: int, parameters: list[Parameter], given: set[Variable]
) -> tuple[CallsBefore | None, str | None]:
    """Calls that change what the target reads, and what is not tried where there are none."""
    if not mentions_state(unwrapped(target.native)):
        return None, None
    # Only programs with state need it, and the tables it is made of take long to load.
    with of_library():
        from pef.inputs.objects.calls_before import calls_before
    return calls_before(target, limit, {one.name for one in parameters}, given)


def _receiver(target: LoadedTarget) -> dict[str, Any]:
    """The type of the parameter that a method gets its object by."""
    owner = target.owner
    if owner is None:
        return {}
    first = next(iter(inspect.signature(target.native).parameters), None)
    is_blank = target.access is Access.CONSTRUCTOR
    return {first: objects.Blank(owner) if is_blank else objects.Receiver(owner)} if first else {}


def _with_calls(parameter: Parameter, receiver: Mapping[str, Any], options: Options) -> Parameter:
    """The parameter with objects on which methods have been called."""
    calls = options.calls
    if calls is None:
        calls = (_CALLS if parameter.name in receiver else 0) + options.more_calls
    return replace(parameter, shape=objects.with_calls(parameter.shape, calls))


def _of_hidden_classes(parameters: list[Parameter], receiver: Mapping[str, Any]) -> list[str]:
    """Which objects were not tried because their classes are made by functions."""
    shapes = [one.shape for one in parameters if one.name not in receiver]
    classes = dict.fromkeys(class_ for shape in shapes for class_ in objects.classes_made_of(shape))
    if not classes:
        return []
    with of_library():
        from pef.analysis.made_classes import classes_with_hidden_heirs
    return [
        f"of the subclasses of {class_.__qualname__}, only those at the level of a module were tried"
        for class_ in classes_with_hidden_heirs(classes)
    ]


def _unchanged(parameters: list[Parameter]) -> list[str]:
    """Which objects were not tried because their constructors alone do not give them."""
    shapes = (parameter.shape for parameter in parameters)
    classes = dict.fromkeys(class_ for shape in shapes for class_ in objects.unchanged_classes(shape))
    return [f"only freshly constructed {class_.__qualname__} objects were tried" for class_ in classes]
