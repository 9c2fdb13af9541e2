"""Calls as text, and which argument went to which parameter."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pef.inputs.types import Parameter, Passing, Shape
from pef.looks import attribute_of

# Of these one object is as good as another that is equal.
_LEFT_OUT = object()
_UNSHARED = (type(None), int, float, str, bytes, tuple, frozenset)


def text_of(function: str, arguments: Sequence[str], keywords: Mapping[str, str]) -> str:
    """The call with these arguments as an expression; a name that cannot be written is passed through a dictionary."""
    if not keywords:
        return f"{function}({', '.join(arguments)})"
    written = {name: text for name, text in keywords.items() if name.isidentifier() and not keyword.iskeyword(name)}
    spread = ", ".join(f"{name!r}: {text}" for name, text in keywords.items() if name not in written)
    passed = [*arguments, *(f"{name}={text}" for name, text in written.items())]
    if spread:
        passed.append(f"**{{{spread}}}")
    return f"{function}({', '.join(passed)})"


def default_texts(name: str, function: Any, parameters: Sequence[Parameter]) -> dict[int, str]:
    """How to write the defaults that are passed as they are, by their identity: their own text may mean nothing."""
    passed = {id(default) for parameter in parameters for default in _defaults_in(parameter.shape)}
    positional = attribute_of(function, "__defaults__", None) or ()
    named = attribute_of(function, "__kwdefaults__", None) or {}
    written = {
        **{id(value): f"{name}.__defaults__[{index}]" for index, value in enumerate(positional)},
        **{id(value): f"{name}.__kwdefaults__[{key!r}]" for key, value in named.items()},
    }
    return {identity: text for identity, text in written.items() if identity in passed}


def _defaults_in(shape: Shape) -> Iterator[Any]:
    if shape[0] == "twins":
        yield shape[1]
    elif shape[0] == "choice":
        for part in shape[1:]:
            yield from _defaults_in(part)


def shared_arguments(parameters: Sequence[Parameter], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[int, str]:
    """By identity: a name for each argument that is passed to two parameters."""
    values = values_by_parameter(parameters, args, kwargs)
    found: dict[int, str] = {}
    for parameter in parameters:
        value = values.get(parameter.name, _LEFT_OUT)
        if value is _LEFT_OUT or parameter.shape[0] != "alias" or issubclass(type(value), _UNSHARED):
            continue
        first = next((earlier for earlier in parameter.shape[1] if values.get(earlier, _LEFT_OUT) is value), None)
        if first is not None:
            found.setdefault(id(value), first)
    return found


def values_by_parameter(
    parameters: Sequence[Parameter], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by the parameter they are passed to, as the function sees them; some may be left out."""
    values: dict[str, Any] = {}
    rest, named = list(args), dict(kwargs)
    for parameter in parameters:
        if parameter.passing is Passing.POSITIONAL and rest:
            values[parameter.name] = rest.pop(0)
        elif parameter.passing is Passing.SPREAD:
            values[parameter.name], rest = tuple(rest), []
        elif parameter.passing in (Passing.POSITIONAL, Passing.KEYWORD):
            if parameter.name in named:
                values[parameter.name] = named.pop(parameter.name)
        else:
            values[parameter.name] = named
    return values
