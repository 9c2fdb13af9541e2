"""Copies of arguments as they are when a function is entered.

Invariant: the copy of a symbolic value is the value itself, which cannot change; containers are copied with everything
in them, keeping what is shared between them shared, and open ones stay open; so are objects, with all their attributes,
whatever they say of copying themselves. An object that cannot be copied (it has state outside Python) stands for
itself. Rejected: `copy.deepcopy`, which would look into containers of unknown size and so decide it, and which runs code
of the program.
"""

from __future__ import annotations

import copy
import enum
import inspect
from collections import deque
from collections.abc import Iterator
from types import FunctionType, MemberDescriptorType
from typing import Any

from pef import _engine
from pef.looks import attribute_of, is_a

_IMMUTABLE = (int, float, complex, str, bytes, bool, type(None), type, range, enum.Enum)


def copied(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """A copy of `value`; `memo` keeps what is shared within one call shared."""
    memo = {} if memo is None else memo
    # Asked of the type: `isinstance` looks at an attribute of the value, and an open container would be fixed.
    if issubclass(type(value), _IMMUTABLE) or (callable(value) and not _is_made_callable(type(value))):
        return value
    known = memo.get(id(value))
    if known is not None:
        return known
    made = _copied(value, memo)
    memo[id(value)] = made
    # The identity must not be given to another object while the memo is used.
    memo.setdefault(id(memo), []).append(value)
    return made


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    opened = _engine.copy_open(value, lambda element: copied(element, memo))
    if opened is not None:
        return opened
    kind = type(value)
    if kind is list:
        result: list[Any] = []
        memo[id(value)] = result
        result.extend([copied(element, memo) for element in value])
        return result
    if kind is tuple:
        return tuple([copied(element, memo) for element in value])
    if kind in (set, frozenset):
        return kind(value)
    if kind is dict:
        # Keys are immutable, and copying through the constructor compares none of them.
        entries = dict(value)
        memo[id(value)] = entries
        for key, element in list(entries.items()):
            made = copied(element, memo)
            if made is not element:
                entries[key] = made
        return entries
    return _instance_copied(value, memo)


def _is_made_callable(kind: type) -> bool:
    """Whether objects of a class are callable because a class of the program says so."""
    call = inspect.getattr_static(kind, "__call__", None)
    return is_a(call, FunctionType) and call.__module__.partition(".")[0] != "pef"


def _instance_copied(value: Any, memo: dict[int, Any]) -> Any:
    try:
        made = _shallow(value, memo)
    except Exception:
        return value
    if made is value or type(made) is not type(value):
        return made
    memo[id(value)] = made
    kind = type(value)
    if issubclass(kind, list):
        for index, element in enumerate(list.__iter__(value)):
            list.__setitem__(made, index, copied(element, memo))
    elif issubclass(kind, dict):
        for key, element in dict.items(value):
            dict.__setitem__(made, key, copied(element, memo))
    elif issubclass(kind, deque):
        for index, element in enumerate(deque.__iter__(value)):
            deque.__setitem__(made, index, copied(element, memo))
    attributes = attribute_of(value, "__dict__", None)
    if type(attributes) is dict and type(attribute_of(made, "__dict__", None)) is dict:
        for name, attribute in attributes.items():
            made.__dict__[name] = copied(attribute, memo)
    for name in _slots(kind):
        try:
            attribute = getattr(value, name)
        except AttributeError:
            continue
        object.__setattr__(made, name, copied(attribute, memo))
    return made


def _shallow(value: Any, memo: dict[int, Any]) -> Any:
    """An object of the same class, with the same elements if it is a container."""
    kind = type(value)
    if issubclass(kind, tuple):
        return tuple.__new__(kind, [copied(element, memo) for element in tuple.__iter__(value)])
    try:
        return object.__new__(kind)
    except TypeError:
        # Its memory is laid out by C code, which knows how to copy it.
        return copy.copy(value)


def _slots(kind: type) -> Iterator[str]:
    for base in kind.__mro__:
        if "__slots__" in vars(base):
            for name, member in vars(base).items():
                if is_a(member, MemberDescriptorType):
                    yield name


def origins(memo: dict[int, Any]) -> dict[int, Any]:
    """The objects that copies were made of, by the identities of the copies."""
    return {id(memo[id(original)]): original for original in memo.get(id(memo), [])}
