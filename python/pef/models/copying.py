"""Models of `copy.copy` and `copy.deepcopy`, whose own code asks for the exact types of what it copies."""

from __future__ import annotations

import copy
import copyreg
import inspect
from collections import OrderedDict, defaultdict
from typing import Any

from pef import _engine as engine
from pef.models.registry import function

_MUTABLE = (list, dict, set, defaultdict, OrderedDict)
_IMMUTABLE = (int, bool, float, str, bytes, frozenset)


@function(copy.copy, trigger="key")
def copy_(x: Any) -> Any:
    kind = type(x)
    if kind in _MUTABLE:
        return x.copy()
    return x if kind in _IMMUTABLE or kind is tuple else _unmodelled(copy.copy, x)


@function(copy.deepcopy, trigger="any")
def deepcopy(x: Any, memo: Any = None, _nil: Any = ()) -> Any:
    return _deep(x, {} if memo is None else memo)


def _deep(x: Any, memo: Any) -> Any:
    """A copy of a builtin value, each container copied once."""
    kind = type(x)
    if kind in (int, bool, float, str, bytes, type(None)):
        return x
    known = memo.get(id(x))
    if known is not None:
        return known
    if kind is list:
        made: Any = []
        memo[id(x)] = made
        for element in x:
            made.append(_deep(element, memo))
    elif kind in (dict, defaultdict, OrderedDict):
        made = x.copy()
        made.clear()
        memo[id(x)] = made
        for key in list(x):
            made[_deep(key, memo)] = _deep(x[key], memo)
    elif kind is tuple:
        made = tuple([_deep(element, memo) for element in x])
    elif kind in (set, frozenset):
        made = kind([_deep(element, memo) for element in engine.keys(x)])
    elif _is_copied_by_attributes(kind, x):
        made = object.__new__(kind)
        memo[id(x)] = made
        # Reading an attribute decides what has not been decided of it.
        for name in list(vars(x)):
            object.__setattr__(made, name, _deep(getattr(x, name), memo))
    else:
        made = _unmodelled(copy.deepcopy, x, memo)
    memo[id(x)] = made
    return made


def _is_copied_by_attributes(kind: Any, x: Any) -> bool:
    """Whether nothing says how an object is copied, and its attributes are all that it is made of."""
    return (
        kind.__new__ is object.__new__
        and kind.__reduce_ex__ is object.__reduce_ex__
        and kind.__reduce__ is object.__reduce__
        and kind not in copyreg.dispatch_table
        and not any(
            hasattr(kind, name) for name in ("__deepcopy__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")
        )
        and getattr(kind, "__getstate__", None) is getattr(object, "__getstate__", None)
        and kind.__getattribute__ is object.__getattribute__
        and not copyreg._slotnames(kind)  # type: ignore[attr-defined]
        and hasattr(x, "__dict__")
        and all(isinstance(name, str) and not _is_computed(kind, name) for name in vars(x))
    )


def _is_computed(kind: Any, name: str) -> bool:
    return hasattr(type(inspect.getattr_static(kind, name, None)), "__set__")


def _unmodelled(builtin: Any, x: Any, *arguments: Any) -> Any:
    """What the library makes of an object of another class, whose own code runs without being followed."""
    if engine.is_symbolic(x):
        engine.concretise(None, f"copy.{builtin.__name__} of {type(x).__name__}")
    return engine.run_builtin(builtin, x, *arguments)
