"""Arguments inside of described objects whose types nobody declared: what constructors and methods were given on a guess.

An error that only says that such a guess is wrong is no finding (`pef.judging.exceptions.is_wrong_guess`). Nothing is a guess that
`:types:` says, nor what a default or a call in the same file shows to be passed.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pef.analysis import observed_calls
from pef.contracts.contract_data import contract_of_class
from pef.contracts.libraries import contract_of
from pef.inputs.objects.descriptions import Call, Description
from pef.inputs.objects.method_sequences import ITSELF, SequenceDescription
from pef.inputs.types import type_hints
from pef.looks import attribute_of, is_a, unwrapped

_DEEPEST = 4


def guessed_arguments(value: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """What the objects in a value were made with where no type is declared, with a name for each."""
    if depth > _DEEPEST:
        return
    if is_a(value, SequenceDescription):
        yield from guessed_arguments(value.object_, depth)
        for member, args, kwargs in value.steps:
            yield from _of_call(member.written, [*[ITSELF] * member.given, *args], kwargs, depth)
    elif is_a(value, Call):
        yield from _of_call(value.class_, value.args, value.kwargs, depth)
    elif type(value) in (list, tuple, set, frozenset):
        for element in value:
            yield from guessed_arguments(element, depth + 1)
    elif type(value) is dict:
        for element in value.values():
            yield from guessed_arguments(element, depth + 1)


def _of_call(
    called: Callable[..., Any] | None, args: Sequence[Any], kwargs: Sequence[tuple[str, Any]], depth: int
) -> Iterator[tuple[str, Any]]:
    try:
        bound = _signature(called).bind(*args, **dict(kwargs))
    except (TypeError, ValueError):
        return
    function: Any = called.__init__ if is_a(called, type) else called  # type: ignore[misc]
    # Both are found out only where somebody is missing an annotation.
    declared: set[str] | None = None
    passed: dict[str, set[type]] | None = None
    for name, argument in bound.arguments.items():
        parameter = bound.signature.parameters[name]
        if argument is ITSELF:
            continue
        if is_a(argument, Description):
            yield from guessed_arguments(argument, depth + 1)
        elif parameter.annotation is parameter.empty:
            if declared is None:
                declared = {*type_hints(function), *_documented_names(called, function)}
            if name in declared:
                continue
            if passed is None:
                code = attribute_of(unwrapped(function), "__code__", None)
                passed = observed_calls.types_passed(called, code.co_filename if code else "")  # type: ignore[arg-type]
            if type(argument) not in passed.get(name, ()):
                yield f"{getattr(called, '__qualname__', '')}.{name}", argument


# Asked for every error, of the few classes and methods that objects are made with.
@functools.lru_cache(maxsize=128)
def _signature(called: Any) -> inspect.Signature:
    return inspect.signature(called)


def _documented_names(called: Any, function: Any) -> set[str]:
    """The parameters of which a docstring says the type."""
    code = attribute_of(unwrapped(function), "__code__", None)
    if code is None or not code.co_filename.endswith(".py"):
        return set()
    own = set(contract_of(function, code.co_filename).types)
    return own | set(contract_of_class(called, code.co_filename).types) if is_a(called, type) else own
