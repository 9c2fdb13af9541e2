"""Copies of arguments as they are when a function is entered.

Invariant: the copy of a symbolic value is the value itself, which cannot change; containers are copied with everything
in them, keeping what is shared between them shared, and open ones stay open. An object that cannot be copied (it has
state outside Python) stands for itself. Rejected: `copy.deepcopy` alone, which would look into containers of unknown
size and so decide it.
"""

from __future__ import annotations

import copy
from typing import Any

from pef import _engine

_IMMUTABLE = (int, float, complex, str, bytes, bool, type(None), type, range)


def copied(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """A copy of `value`; `memo` keeps what is shared within one call shared."""
    memo = {} if memo is None else memo
    # Asked of the type: `isinstance` looks at an attribute of the value, and an open container would be fixed.
    if issubclass(type(value), _IMMUTABLE) or callable(value):
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


def _instance_copied(value: Any, memo: dict[int, Any]) -> Any:
    attributes = getattr(value, "__dict__", None)
    if type(attributes) is not dict or hasattr(type(value), "__deepcopy__"):
        try:
            return copy.copy(value)
        except Exception:
            return value
    try:
        made = copy.copy(value)
    except Exception:
        return value
    if made is value or not isinstance(getattr(made, "__dict__", None), dict):
        return made
    memo[id(value)] = made
    for name, attribute in attributes.items():
        made.__dict__[name] = copied(attribute, memo)
    return made
