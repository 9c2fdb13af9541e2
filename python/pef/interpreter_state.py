"""The parts of the interpreter that PEF and the code under test share, put back after every run.

The program's own modules are restored by the engine. What is kept here are the few tables without which nothing in this
process works any more, PEF included: a program that empties `sys.modules` or deletes a builtin does so for one run.
"""

from __future__ import annotations

import builtins
import os
import sys
from types import ModuleType
from typing import Any


class InterpreterState:
    """The tables as they are to be."""

    __slots__ = ("_builtins", "_environment", "_limit", "_meta_path", "_modules", "_path", "_trace")

    def __init__(self) -> None:
        self._builtins: dict[str, Any] = builtins.__dict__.copy()
        self.keep()

    def keep(self) -> None:
        """A run begins."""
        self._modules: dict[str, ModuleType] = sys.modules.copy()
        # The variables behind the mapping: reading the mapping is something that is noticed.
        self._environment: dict[bytes, bytes] = _variables().copy()
        self._path = sys.path.copy()
        self._meta_path = sys.meta_path.copy()
        self._limit = sys.getrecursionlimit()
        self._trace = sys.gettrace()

    def restore(self) -> None:
        """Undo what the run did to them; what it imported stays."""
        # The names of builtins are put back first, because the rest of this uses them.
        table = builtins.__dict__
        if table != self._builtins:
            table.clear()
            table.update(self._builtins)
        modules = sys.modules
        if len(modules) < len(self._modules) or not self._modules.keys() <= modules.keys():
            for name, module in self._modules.items():
                modules.setdefault(name, module)
        if _variables() != self._environment:
            self._restore_environment()
        if sys.path != self._path:
            sys.path[:] = self._path
        if sys.meta_path != self._meta_path:
            sys.meta_path[:] = self._meta_path
        if sys.getrecursionlimit() != self._limit:
            sys.setrecursionlimit(self._limit)
        if sys.gettrace() is not self._trace:
            sys.settrace(self._trace)

    def _restore_environment(self) -> None:
        now = _variables()
        for name in now.keys() - self._environment.keys():
            os.unsetenv(name)
        for name, value in self._environment.items():
            if now.get(name) != value:
                os.putenv(name, value)
        now.clear()
        now.update(self._environment)


def _variables() -> dict[bytes, bytes]:
    variables: dict[bytes, bytes] = os.environ._data  # type: ignore[attr-defined]
    return variables
