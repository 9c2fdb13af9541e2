"""Arguments of which nobody says what they are: which they are in a call, and whether an exception is about them alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pef.analysis import observed_calls
from pef.inputs import objects
from pef.inputs.types import Parameter, Passing
from pef.judging import call_arguments, exceptions
from pef.loaded_target import LoadedTarget


class Guesses:
    """The parameters of one target whose types were guessed, as a whole or in what they contain (`untyped`)."""

    def __init__(
        self, target: LoadedTarget, parameters: Sequence[Parameter], untyped: set[str], guessed: set[str]
    ) -> None:
        self._target = target
        self._parameters = parameters
        self._untyped = untyped
        self._contents = untyped - guessed

    @property
    def are_any(self) -> bool:
        """Whether what an exception is said to show depends on arguments of which nobody says what they are."""
        spread = (Passing.SPREAD, Passing.SPREAD_KEYWORDS)
        return bool(self._untyped) or any(parameter.passing in spread for parameter in self._parameters)

    def values(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], described: Sequence[Any]) -> dict[str, Any]:
        """The arguments whose parameters declare no type, those of constructors included."""
        inside = dict(objects.guessed_arguments(list(described)))
        if not self._untyped:
            return inside
        values = call_arguments.values_by_parameter(self._parameters, args, dict(kwargs))
        return {**inside, **{name: value for name, value in values.items() if name in self._untyped}}

    def are_wrong(self, error: BaseException, values: Mapping[str, Any], is_under_test: Callable[[str], bool]) -> bool:
        """Whether an exception only says that such an argument has the wrong type."""
        if not values or not exceptions.may_be_wrong_guess(error):
            # The calls that are made are looked for in the whole project.
            return False
        return exceptions.is_wrong_guess(error, values, self._calls_made, self._contents, is_under_test)

    def are_handed_on(self, error: BaseException, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether the arguments that `*` and `**` collect, of which nobody says what they are, were handed on and refused."""
        values = call_arguments.values_by_parameter(self._parameters, args, kwargs)
        invented: set[str] = set()
        more = False
        for parameter in self._parameters:
            if parameter.passing is Passing.SPREAD_KEYWORDS:
                invented = set(values[parameter.name]) - self._keywords_passed
            elif parameter.passing is Passing.SPREAD and parameter.name in self._untyped:
                more = bool(values[parameter.name])
        return exceptions.is_invented_argument(error, invented, more=more)

    @functools.cached_property
    def _calls_made(self) -> list[dict[str, Any]]:
        """Calls that are known to be made."""
        return observed_calls.calls_made(self._target.native, self._target.file)

    @functools.cached_property
    def _keywords_passed(self) -> set[str]:
        return observed_calls.keywords_passed(self._target.native, self._target.file)
