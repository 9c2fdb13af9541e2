"""Callables that are no functions: bound methods, objects that can be called, and `functools.partial`.

Each stands for a Python function of which some arguments are given already; what is explored is that function with the
others.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType, MethodType, ModuleType
from typing import Any

from pef import _engine
from pef.looks import attribute_of, is_a


def function_behind(value: Any) -> Any:
    """The function that a call of `value` ends in; `value` itself where it is none of these callables."""
    if is_a(value, functools.partial):
        return function_behind(value.func)
    if is_a(value, MethodType):
        return value.__func__
    written = inspect.getattr_static(type(value), "__call__", None)
    return value if is_a(value, type) or not is_a(written, FunctionType) else written


def with_function(value: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """What `value` is, with another function behind it, and in a form that can be inspected as functions can."""
    if is_a(value, functools.partial):
        return _applied(with_function(value.func, function), value.args, value.keywords)
    if is_a(value, MethodType):
        return MethodType(function, value.__self__)
    return function if function_behind(value) is value else MethodType(function, value)


def inspectable(value: Any) -> Callable[..., Any]:
    """A callable in a form that can be inspected as functions can."""
    if is_a(value, functools.partial) or function_behind(value) is not value:
        return with_function(value, function_behind(value))
    return value  # type: ignore[no-any-return]


def _applied(function: Callable[..., Any], args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*others: Any, **named: Any) -> Any:
        return function(*args, *others, **{**keywords, **named})

    signature = inspect.signature(functools.partial(function, *args))
    left = [parameter for name, parameter in signature.parameters.items() if name not in keywords]
    call.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
    return call


def path_to(value: Any, module: ModuleType) -> str | None:
    """How code of a module names a callable: by a global, or as a method of what a global holds."""
    name = _global(value, module)
    if name is None and is_a(value, MethodType):
        receiver = _global(value.__self__, module)
        return None if receiver is None else f"{receiver}.{value.__name__}"
    return name


def described(value: Any) -> str:
    """A name for a callable that code of its module has none for."""
    if is_a(value, functools.partial):
        given = [*map(repr, value.args), *(f"{name}={one!r}" for name, one in value.keywords.items())]
        return f"functools.partial({', '.join([described(value.func), *given])})"
    if is_a(value, MethodType) and not is_a(value.__self__, type):
        return f"<{type(value.__self__).__qualname__} object>.{value.__name__}"
    if function_behind(value) is not value:
        return f"<{type(value).__qualname__} object>"
    return str(attribute_of(value, "__qualname__", value))


def _global(value: Any, module: ModuleType) -> str | None:
    return next((name for name, known in vars(module).items() if known is value), None)


_engine.mark_own(globals())
