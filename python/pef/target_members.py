"""Finding a function by its qualified name, and how a call of it is written: as a function, or through an object.

The attribute of a class is looked at as it stands in the class: a property is found as its getter, a method as a function
whose first parameter is the object.
"""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from pef.bound_calls import through_object
from pef.errors import RequestError
from pef.looks import attribute_of, has_attribute, is_a
from pef.startup.records import Record


class Access(enum.Enum):
    """How a call is written."""

    FUNCTION = "function"
    """`function(…)`, `Class.static(…)`"""
    METHOD = "method"
    """`object.method(…)`"""
    PROPERTY = "property"
    """`object.name`"""
    CONSTRUCTOR = "constructor"
    """`Class(…)`: `__init__`, given an object that nothing has been done to."""


class Member(Record):
    """A function, and the class whose object it takes first."""

    function: Callable[..., Any]
    access: Access = Access.FUNCTION
    owner: type | None = None


def find_member(module: ModuleType, qualname: str) -> Member:
    """The function of that name; an `AttributeError` says which part of it was not found, and in what."""
    found: Any = module
    owner: Any = module
    name = ""
    for name in qualname.split("."):
        owner, found = found, getattr(found, name)
    if is_a(found, type):
        names = [name for name, value in vars(found).items() if is_a(value, FunctionType) and not name.startswith("_")]
        some = f"{qualname}.{names[0]}" if names else f"{qualname}.method"
        others = f"; there is {', '.join(names[:8])}{', …' if len(names) > 8 else ''}" if names else ""
        raise RequestError(f"{qualname} is a class: name one of its methods, as in {some}{others}")
    if not is_a(owner, type):
        return Member(_callable(found, qualname))
    written = inspect.getattr_static(owner, name)
    if is_a(written, property):
        return Member(_callable(written.fget, qualname), Access.PROPERTY, owner)
    if is_a(written, functools.cached_property):
        return Member(written.func, Access.PROPERTY, owner)
    if is_a(written, staticmethod | classmethod) or not has_attribute(type(written), "__get__"):
        return Member(_callable(found, qualname))
    if _is_made_when_read(written):
        return Member(through_object(owner, name, written), Access.METHOD, owner)
    is_constructor = name == "__init__" and _is_made_blank(owner)
    return Member(_callable(found, qualname), Access.CONSTRUCTOR if is_constructor else Access.METHOD, owner)


def _is_made_when_read(written: Any) -> bool:
    """Whether what stands in a class is a descriptor whose method exists only for an object."""
    if is_a(written, functools.singledispatchmethod | functools.partialmethod):
        return True
    return is_a(attribute_of(type(written), "__get__", None), FunctionType) and not is_a(written, FunctionType)


def _is_made_blank(class_: type) -> bool:
    """Whether `__init__` is all that is done with the arguments of a call of the class."""
    make: Any = class_.__new__
    calls: Any = type(class_).__call__
    return make is object.__new__ and calls is type.__call__ and not inspect.isabstract(class_)


def _callable(found: Any, qualname: str) -> Callable[..., Any]:
    if not callable(found):
        raise RequestError(f"{qualname} is not a function but {type(found).__name__}")
    return found  # type: ignore[no-any-return]
