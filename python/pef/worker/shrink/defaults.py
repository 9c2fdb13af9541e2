"""Calls without the arguments that are what they would be anyway: the defaults of their parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Call = tuple[list[Any], dict[str, Any]]


def without_defaults(
    function: Callable[..., Any], names: Sequence[str], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Iterator[Call]:
    """The same call with fewer arguments, the shortest first; none where all are needed.

    `names` are those of the parameters that `args` go to.
    """
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return
    if len(names) != len(args) or any(name not in parameters for name in names):
        return
    kept = {name: value for name, value in kwargs.items() if not _is_default(parameters.get(name), value)}
    optional = [_is_default(parameters[name], value) for name, value in zip(names, args, strict=True)]
    leading = optional.index(True) if True in optional else len(args)
    rest = list(zip(names, args, optional, strict=True))[leading:]
    by_name = [(name, value) for name, value, is_optional in rest if not is_optional]
    if all(parameters[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for name, _ in by_name):
        yield list(args[:leading]), {**dict(by_name), **kept}
    end = len(args)
    while end and optional[end - 1]:
        end -= 1
    yield list(args[:end]), kept


def plain_defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The defaults that are nothing but their text, by parameter."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.default is None or type(parameter.default) in _PLAIN
    }


def _is_default(parameter: inspect.Parameter | None, value: Any) -> bool:
    if parameter is None or parameter.default is parameter.empty:
        return False
    default = parameter.default
    # Only of values that are nothing but their text can be said that they are the same.
    return default is value or (type(default) is type(value) and type(value) in _PLAIN and repr(default) == repr(value))


_PLAIN = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset)
