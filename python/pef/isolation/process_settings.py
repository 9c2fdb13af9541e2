"""What a program reads of its start: environment variables and command line. That it does is noticed.

The environment of a worker is reduced to a few variables. One that the code asks for by its name is given the value it
has for the user all the same: a `KeyError` for a variable that is set in the user's shell would not happen there. Only
who lists all variables sees the few. Rejected: refusing, which leaves nothing to be said of code that asks with a default.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from pef import _engine

_hidden: dict[str, str] = {}
"""Variables of the user that are given to who asks for them by name."""

_native_get = os._Environ.__getitem__
_native_iterate = os._Environ.__iter__
_native_length = os._Environ.__len__


def _get(self: Any, key: Any) -> Any:
    _engine.notice_environment(command_line=False)
    try:
        return _native_get(self, key)
    except KeyError:
        name = _engine.plain(key)
        if self is not os.environ or not isinstance(name, str) or name not in _hidden:
            raise
        return _hidden[name]


def _iterate(self: Any) -> Any:
    _engine.notice_environment(command_line=False)
    return _native_iterate(self)


def _length(self: Any) -> int:
    _engine.notice_environment(command_line=False)
    return _native_length(self)


class _Interpreter(ModuleType):
    """The module `sys`, where asking how Python was started is noticed."""


def _noticed(name: str) -> property:
    def read(self: ModuleType) -> Any:
        _engine.notice_environment(command_line=True)
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(f"module 'sys' has no attribute {name!r}") from None

    def write(self: ModuleType, value: Any) -> None:
        self.__dict__[name] = value

    def delete(self: ModuleType) -> None:
        del self.__dict__[name]

    return property(read, write, delete)


for _name in ("argv", "orig_argv", "flags", "warnoptions", "_xoptions"):
    setattr(_Interpreter, _name, _noticed(_name))


def notice_settings() -> None:
    """From here on, who reads settings in a run is noticed."""
    environ: Any = os._Environ
    environ.__getitem__, environ.__iter__, environ.__len__ = _get, _iterate, _length
    sys.__class__ = _Interpreter


def reduce_environment(kept: tuple[str, ...], **others: str) -> None:
    """Leave a few variables, and those given here; the others are there for who asks by name."""
    variables = dict(os.environ)
    _hidden.update({name: value for name, value in variables.items() if name not in others})
    os.environ.clear()
    os.environ.update({name: variables[name] for name in kept if name in variables}, **others)
