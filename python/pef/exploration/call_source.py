"""Calls of a target as text, before and after they are run; each is written once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pef.exploration import drain
from pef.exploration.call_texts import CallTexts
from pef.exploration.drain import Ending
from pef.inputs.types import Parameter
from pef.loaded_target import LoadedTarget
from pef.looks import attribute_of, unwrapped
from pef.startup.records import Record


class WrittenCall(Record):
    """A call as text."""

    arguments: list[str]
    keywords: dict[str, str]
    bare: str
    announced: str
    """Brought to the end that is expected before the run."""


class CallWriter:
    """Writes calls of one target."""

    def __init__(self, target: LoadedTarget, parameters: Sequence[Parameter], globals_: int) -> None:
        """So many as `globals_` says of the first arguments are not the target's: they are values of globals."""
        scope: dict[str, Any] = attribute_of(unwrapped(target.native), "__globals__", {})
        self._texts = CallTexts(target, parameters, scope)
        self._scope = scope
        self._globals = globals_
        self._expected_ending = drain.expected_ending(target.native)

    def written(self, given: Sequence[Any], kwargs: Mapping[str, Any]) -> WrittenCall:
        """The call with these arguments, behind assignments of globals, as an expression."""
        assigned, args = given[: self._globals], given[self._globals :]
        arguments, keywords = self._texts.arguments(args, kwargs)
        bare = self._texts.call(assigned, args, kwargs, arguments, keywords)
        announced = drain.finished_call(bare, self._expected_ending, Ending.NOTHING, self._scope)
        return WrittenCall(arguments, keywords, bare, announced)

    def finished(self, written: WrittenCall, ending: Ending) -> str:
        """The call, brought to the end that was seen."""
        if ending is Ending.NOTHING:
            return written.announced
        return drain.finished_call(written.bare, self._expected_ending, ending, self._scope)
