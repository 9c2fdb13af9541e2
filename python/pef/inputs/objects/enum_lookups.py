"""Members of enumerations that are looked up by a symbolic value or name: `Colour(value)`, `Colour[name]`.

The library looks them up in dictionaries of the class, by code that is not instrumented. In the rewritten world these
dictionaries decide which of their keys is meant, or that none is, as those of the program do.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from pef import _engine
from pef.looks import is_a


def decide_members(modules: Iterable[ModuleType]) -> None:
    """Have look-ups in the enumerations of these modules decided."""
    for module in modules:
        for class_ in list(vars(module).values()):
            # Values of flags are combined, and looked up otherwise.
            if is_a(class_, enum.EnumMeta) and class_.__module__ == module.__name__:
                if not issubclass(class_, enum.Flag):
                    _replace(class_, "_value2member_map_", _Values)
                _replace(class_, "_member_map_", _Table)


def _replace(class_: Any, name: str, kind: type[_Table]) -> None:
    table = vars(class_).get(name)
    if type(table) is dict:
        type.__setattr__(class_, name, kind(class_, table))


class _Table(dict[Any, Any]):
    """A dictionary whose keys are compared with a symbolic key one by one."""

    def __init__(self, class_: type, entries: dict[Any, Any]) -> None:
        super().__init__(entries)
        self._class = class_

    def __getitem__(self, key: Any) -> Any:
        if not _engine.is_symbolic(key):
            return dict.__getitem__(self, key)
        for known in list(dict.keys(self)):
            if known == key:
                return dict.__getitem__(self, known)
        return self._without(key)

    def __contains__(self, key: object) -> bool:
        if not _engine.is_symbolic(key):
            return dict.__contains__(self, key)
        return any(known == key for known in list(dict.keys(self)))

    def _without(self, key: Any) -> Any:
        raise KeyError(key)


class _Values(_Table):
    """Members by value."""

    def _without(self, key: Any) -> Any:
        class_: Any = self._class
        if class_._missing_.__func__ is enum.Enum._missing_.__func__:  # type: ignore[attr-defined]
            # The library would say the same, and write the value as it is now.
            raise ValueError(f"{key!r} is not a valid {class_.__qualname__}")
        raise KeyError(key)


# What is compared here is compared for the program.
_engine.mark_rewritten(globals())
