"""Methods that the standard library writes for classes, found in rewritten modules and replaced by models.

A data class or named tuple has its text made by code that nobody rewrites: its numbers would be taken by their plain values.
Only classes that the module itself made are changed, which exist beside their plain selves. What is not recognised, such as
classes made inside of functions, stays as it is, and is noted where it takes a value.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pef import models

_originals: dict[Any, FunctionType] = {}


def original_of(function: Any) -> FunctionType | None:
    """The generated method that a model stands for."""
    return _originals.get(function) if type(function) is FunctionType else None


def replace_generated(module: ModuleType) -> None:
    """Give the classes of a rewritten module models in the place of generated methods."""
    seen: set[int] = set()
    for value in list(vars(module).values()):
        if issubclass(type(value), type):
            _replace(value, module.__name__, seen)


def _replace(outer: type, module: str, seen: set[int]) -> None:
    for owner in type.__getattribute__(outer, "__mro__"):
        members = type.__getattribute__(owner, "__dict__")
        if id(owner) in seen or members.get("__module__") != module:
            continue
        seen.add(id(owner))
        old = members.get("__repr__")
        new = _model_for(old, members) if type(old) is FunctionType else None
        if new is not None:
            new.__name__ = old.__name__
            new.__qualname__ = old.__qualname__
            new.__module__ = old.__module__
            type.__setattr__(owner, "__repr__", new)
            _originals[new] = old
        for inner in list(members.values()):
            if issubclass(type(inner), type):
                _replace(inner, module, seen)


def _model_for(method: FunctionType, members: Any) -> Callable[[Any], Any] | None:
    if method.__code__ is _code_in("dataclasses", "_recursive_repr", "wrapper"):
        written = getattr(method, "__wrapped__", None)
        fields = members.get("__dataclass_fields__")
        if type(written) is not FunctionType or written.__code__.co_filename != "<string>" or type(fields) is not dict:
            return None
        is_field = sys.modules["dataclasses"]._FIELD
        names = tuple(name for name, field in fields.items() if field.repr and field._field_type is is_field)
        return _model("of_fields", names)
    if method.__code__ is _code_in("collections", "namedtuple", "__repr__"):
        names = members.get("_fields")
        return _model("of_named_tuple", names, method) if type(names) is tuple else None
    return None


def _model(name: str, *arguments: Any) -> Callable[[Any], Any]:
    made: Callable[[Any], Any] = models.loaded("written_out", name)(*arguments)
    return made


def _code_in(module: str, function: str, name: str) -> CodeType | None:
    """The code of a function of that name which a function of a module makes, if the module was imported."""
    outer = getattr(sys.modules.get(module), function, None)
    if type(outer) is not FunctionType:
        return None
    return next((part for part in outer.__code__.co_consts if type(part) is CodeType and part.co_name == name), None)
