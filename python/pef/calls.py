"""Calls as text, and which argument went to which parameter."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from typing import Any

from pef.types import Parameter, Passing


def text_of(function: str, arguments: Sequence[str], keywords: Mapping[str, str]) -> str:
    """The call with these arguments as an expression; a name that cannot be written is passed through a dictionary."""
    written = {name: text for name, text in keywords.items() if name.isidentifier() and not keyword.iskeyword(name)}
    spread = ", ".join(f"{name!r}: {text}" for name, text in keywords.items() if name not in written)
    passed = [*arguments, *(f"{name}={text}" for name, text in written.items())]
    if spread:
        passed.append(f"**{{{spread}}}")
    return f"{function}({', '.join(passed)})"


def default_texts(name: str, function: Any, parameters: Sequence[Parameter]) -> dict[int, str]:
    """How to write the defaults that are passed as they are, by their identity: their own text may mean nothing."""
    passed = {id(parameter.shape[1]) for parameter in parameters if parameter.shape[0] == "twins"}
    defaults = getattr(function, "__defaults__", None) or ()
    return {id(value): f"{name}.__defaults__[{index}]" for index, value in enumerate(defaults) if id(value) in passed}


def values_by_parameter(
    parameters: Sequence[Parameter], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by the parameter they are passed to, as the function sees them."""
    values: dict[str, Any] = {}
    rest, named = list(args), dict(kwargs)
    for parameter in parameters:
        if parameter.passing is Passing.POSITIONAL:
            values[parameter.name] = rest.pop(0)
        elif parameter.passing is Passing.SPREAD:
            values[parameter.name], rest = tuple(rest), []
        elif parameter.passing is Passing.KEYWORD:
            values[parameter.name] = named.pop(parameter.name)
        else:
            values[parameter.name] = named
    return values
