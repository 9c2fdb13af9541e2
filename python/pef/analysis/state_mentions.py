"""Whether a function can have to do with variables outside of it at all, from its code objects.

Most functions compute with their arguments and call others that do; for these nothing else of this package is loaded.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from pef.looks import members_of, namespace_of, text_of, unwrapped

_STORE_GLOBAL = dis.opmap["STORE_GLOBAL"]
_CONSTANT = (FunctionType, BuiltinFunctionType)
_KEPT = (list, dict, set)


def mentions_state(function: Any) -> bool:
    """Whether a function, or one that it calls by name, reads or assigns what is not its own."""
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if type(one) is not FunctionType or one.__closure__ or _has_kept_defaults(one):
            return True
        for code in _codes(one.__code__):
            if _STORE_GLOBAL in code.co_code[::2]:
                return True
            for name in code.co_names:
                value = one.__globals__.get(name, _CONSTANT)
                if type(value) is FunctionType:
                    waiting.append(value)
                elif not _is_constant(value, name):
                    return True
        if _runs_methods(one):
            return True
    return False


def globals_mentioned(function: Any) -> list[tuple[str, Any]]:
    """Names and values of globals that a function, or one that it calls by name, mentions."""
    found: dict[str, Any] = {}
    seen: set[FunctionType] = set()
    waiting = [unwrapped(function)]
    while waiting:
        one = waiting.pop()
        if type(one) is not FunctionType or one in seen:
            continue
        seen.add(one)
        for code in _codes(one.__code__):
            for name in code.co_names:
                value = one.__globals__.get(name)
                if type(value) is FunctionType:
                    waiting.append(value)
                elif value is not None:
                    found[name] = value
    return list(found.items())


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _has_kept_defaults(function: FunctionType) -> bool:
    values = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return any(type(value) in _KEPT for value in values)


def _is_constant(value: Any, name: str) -> bool:
    """Whether a global is none of the program's variables: a builtin, an attribute's name, a library."""
    if value is _CONSTANT or type(value) is BuiltinFunctionType:
        return True
    if issubclass(type(value), ModuleType):
        return (
            "site-packages" in (file := str(namespace_of(value).get("__file__") or "lib/python"))
            or "lib/python" in file
        )
    return getattr(builtins, name, _CONSTANT) is value


def _runs_methods(function: FunctionType) -> bool:
    """Whether a name that it mentions is one of a class that its module knows."""
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    classes = (value for value in list(function.__globals__.values()) if issubclass(type(value), type))
    return any(
        not names.isdisjoint(members_of(class_)) for class_ in classes if text_of(class_, "__module__") != "builtins"
    )
