"""Looks at values of the program that run none of its code.

A value may be a proxy that fails, answers for something else, or does its work when it is looked at: `getattr` runs its
`__getattr__`, `isinstance` asks its `__class__`, `==` its `__eq__`. PEF looks at every value that a module holds, and must
neither fail because of one nor change what the program does. So it asks what is stored: the real type, the
dictionaries of its classes, and the attributes of the object. Rejected: looking dynamically and catching what is raised; a look
that configures, connects or counts has done so then.
"""

from __future__ import annotations

import builtins
import sys
import types
from collections.abc import Mapping
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType, TracebackType
from typing import TYPE_CHECKING, Any

from pef import _engine

__all__ = [
    "attribute_of",
    "classes_of",
    "file_of",
    "has_attribute",
    "has_member",
    "is_a",
    "label_of",
    "members_of",
    "namespace_of",
    "text_of",
    "traceback_of",
    "unwrapped",
    "written_in",
]

_MISSING = object()

_members_of: Any = type.__dict__["__dict__"].__get__
_classes_of: Any = type.__dict__["__mro__"].__get__
_module_of: Any = type.__dict__["__module__"].__get__
_traceback_of: Any = vars(BaseException)["__traceback__"].__get__

# Methods of C as they stand in their classes: binding them runs nothing.
_METHODS_OF_C = (type(object.__init__), type(str.join))

if TYPE_CHECKING:
    from builtins import isinstance as is_a
else:

    def is_a(value, kinds):
        """Whether a value is an instance by its real type, whatever its `__class__` says; `kinds` are no abstract classes."""
        return issubclass(type(value), kinds)


def classes_of(class_: type) -> tuple[type, ...]:
    """A class and its bases, in the order in which attributes are looked up."""
    found: tuple[type, ...] = _classes_of(class_)
    return found


def members_of(class_: type) -> Mapping[str, Any]:
    """What stands in a class itself, as it was written."""
    found: Mapping[str, Any] = _members_of(class_)
    return found


def written_in(class_: type, name: str, default: Any = None) -> Any:
    """What a class has by a name, as it was written in it or in the first of its bases that has it."""
    for base in _classes_of(class_):
        members = _members_of(base)
        if name in members:
            return members[name]
    return default


def namespace_of(value: object) -> Mapping[str, Any]:
    """The attributes that are stored in an object, a class or a module itself."""
    return members_of(value) if is_a(value, type) else _engine.namespace(value) or {}


def attribute_of(value: object, name: str, default: Any = None) -> Any:
    """What `getattr` gives where that is stored; otherwise the default: what would have to be computed is not known."""
    found = _attribute(value, name)
    return default if found is _MISSING else found


def has_attribute(value: object, name: str) -> bool:
    """Whether an attribute is stored."""
    return _attribute(value, name) is not _MISSING


def _attribute(value: object, name: str) -> Any:
    kind = type(value)
    written = written_in(kind, name, _MISSING)
    if type(written) in (MemberDescriptorType, GetSetDescriptorType):
        return _stored(value, name, written)
    if written is not _MISSING and has_member(type(written), "__set__"):
        return _MISSING
    if is_a(value, type):
        found = written_in(value, name, _MISSING)
        if found is not _MISSING:
            return _of_class(found)
    else:
        own = _engine.namespace(value)
        if own is not None and name in own:
            return own[name]
    if written is _MISSING:
        # Methods show what their functions have.
        return _attribute(value.__func__, name) if type(value) is MethodType else _MISSING
    if type(written) is FunctionType or type(written) in _METHODS_OF_C:
        return written.__get__(value, kind)
    return _MISSING if has_member(type(written), "__get__") else written


def has_member(class_: type, name: str) -> bool:
    """Whether a class or a base of it has something by a name."""
    return any(name in _members_of(base) for base in _classes_of(class_))


def _stored(value: object, name: str, descriptor: Any) -> Any:
    """What C keeps in an object. Libraries in C have proxies too, which look like attributes and compute them."""
    if name == "__dict__":
        return _MISSING if (own := namespace_of(value)) is None else own
    if type(descriptor) is GetSetDescriptorType and not _is_of_python(descriptor.__objclass__):
        return _MISSING
    try:
        return descriptor.__get__(value, type(value))
    except AttributeError:
        return _MISSING


def _is_of_python(class_: type) -> bool:
    """Whether a class in C is one of Python's. Those of libraries may say that their module is `builtins`, too."""
    module = _module_of(class_)
    if module == "builtins":
        return id(class_) in _BUILTIN_CLASSES
    return type(module) is str and module.partition(".")[0] in sys.stdlib_module_names


_BUILTIN_CLASSES = frozenset(id(one) for one in (*vars(builtins).values(), *vars(types).values()) if type(one) is type)


def _of_class(found: Any) -> Any:
    """An attribute of a class, as the class itself shows it."""
    if type(found) is staticmethod:
        return found.__func__
    return (
        found if type(found) in (FunctionType, *_METHODS_OF_C) or not has_member(type(found), "__get__") else _MISSING
    )


def traceback_of(error: BaseException) -> TracebackType | None:
    """What an exception passed."""
    found: TracebackType | None = _traceback_of(error)
    return found


def text_of(value: object, name: str) -> str | None:
    """An attribute that is a text, such as `__module__`: anything may be stored there."""
    found = attribute_of(value, name)
    return found if type(found) is str else None


def label_of(value: object, name: str) -> str:
    """The same, and empty where there is none."""
    return text_of(value, name) or ""


def file_of(module: object) -> str:
    """The file of a module; empty where it has none."""
    return label_of(module, "__file__")


def unwrapped(function: Any) -> Any:
    """The function behind decorators, as `inspect.unwrap` finds it."""
    seen = {id(function)}
    while (inner := _wrapped(function)) is not None and id(inner) not in seen:
        seen.add(id(inner))
        function = inner
    return function


def _wrapped(function: Any) -> Any:
    if any(_is_wrapper_of_c(base) for base in _classes_of(type(function))):
        return function.__wrapped__
    return attribute_of(function, "__wrapped__")


def _is_wrapper_of_c(class_: type) -> bool:
    """Whether it is what `wrapt` decorates functions with, which has them from the start; its proxies may have to make them."""
    return type.__dict__["__name__"].__get__(class_) == "_FunctionWrapperBase" and "wrapt" in str(_module_of(class_))
