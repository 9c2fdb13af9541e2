"""Calls of one target as code: constructor calls and calls of methods for objects, assignments for globals.

Invariant: the text, evaluated in the module of the target, does what the replay did. An object that is passed twice is
made once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pef.inputs import objects
from pef.inputs.literals import expression
from pef.inputs.types import Parameter
from pef.inputs.types.aliases import is_data
from pef.judging import call_arguments
from pef.loaded_target import LoadedTarget
from pef.target_members import Access


class CallTexts:
    """Writes the calls of a target."""

    def __init__(self, target: LoadedTarget, parameters: Sequence[Parameter], scope: dict[str, Any]) -> None:
        self._target = target
        self._parameters = parameters
        self._scope = scope
        self._defaults = call_arguments.default_texts(target.name, target.native, parameters)
        shapes = [parameter.shape for parameter in parameters]
        self._is_plain = not self._defaults and all(is_data(one) and not objects.has_objects(one) for one in shapes)
        """Whether the texts of arguments are those of their values anywhere."""
        self._may_share = any(parameter.shape[0] == "alias" for parameter in parameters)

    def arguments(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[str], dict[str, str]]:
        """Arguments as expressions of the module of the target."""
        if self._is_plain:
            return [expression(value) for value in args], {name: expression(value) for name, value in kwargs.items()}
        with objects.naming(self._scope):
            return [self._text(value) for value in args], {name: self._text(value) for name, value in kwargs.items()}

    def _text(self, argument: Any) -> str:
        return self._defaults.get(id(argument)) or expression(argument)

    def call(
        self,
        assigned: Sequence[Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        arguments: list[str],
        keywords: dict[str, str],
    ) -> str:
        """The call with these arguments, which are given as texts too, behind assignments of globals."""
        shared = call_arguments.shared_arguments(self._parameters, args, kwargs) if self._may_share else None
        if not shared:
            return self._call_of(assigned, args, arguments, keywords)
        made = {name: text for value, text in zip(args, arguments, strict=True) if (name := shared.get(id(value)))}
        made |= {name: keywords[key] for key, value in kwargs.items() if (name := shared.get(id(value)))}
        if args and id(args[0]) in shared and isinstance(args[0], objects.SequenceDescription):
            # It has a name already.
            del made[shared[id(args[0])]]
            with objects.naming(self._scope):
                shared[id(args[0])] = args[0].variable
        arguments = [shared.get(id(value), text) for value, text in zip(args, arguments, strict=True)]
        keywords = {key: shared.get(id(value), keywords[key]) for key, value in kwargs.items()}
        call = self._call_of(assigned, args, arguments, keywords)
        return f"(lambda {', '.join(made)}: {call})({', '.join(made.values())})" if made else call

    def _call_of(
        self, assigned: Sequence[Any], args: Sequence[Any], arguments: list[str], keywords: dict[str, str]
    ) -> str:
        name, access = self._target.name, self._target.access
        scope = f"{name}.fget.__globals__" if access is Access.PROPERTY else f"{name}.__globals__"
        before: list[str] = []
        if assigned:
            with objects.naming(self._scope):
                before = [text for one in assigned for text in one.before_call(scope)]
        if access is Access.CONSTRUCTOR:
            name, arguments = name.rpartition(".")[0], arguments[1:]
        elif access is not Access.FUNCTION and arguments:
            receiver, *arguments = arguments
            if isinstance(args[0], objects.SequenceDescription):
                with objects.naming(self._scope):
                    before += args[0].code()
                    receiver = args[0].variable
            name = f"{receiver}.{name.rpartition('.')[2]}"
        call = name if access is Access.PROPERTY else call_arguments.text_of(name, arguments, keywords)
        return f"({', '.join([*before, call])})[-1]" if before else call
