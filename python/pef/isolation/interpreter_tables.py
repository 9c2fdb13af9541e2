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

from pef import _engine

_version = _engine.dictionary_version


class InterpreterState:
    """The tables as they are to be.

    They are looked at for every run, and hardly any run touches one, so what is large is known by its version.
    """

    __slots__ = (
        *("_builtins", "_builtins_version", "_environment", "_environment_version", "_modules", "_modules_version"),
        *("_limit", "_meta_path", "_path", "_trace"),
    )

    def __init__(self) -> None:
        self._builtins: dict[str, Any] = builtins.__dict__.copy()
        self._builtins_version = _version(builtins.__dict__)
        self._modules: dict[str, ModuleType] = {}
        self._environment: dict[bytes, bytes] = {}
        self._modules_version = self._environment_version = 0
        self.keep()

    def keep(self) -> None:
        """A run begins."""
        version = _version(sys.modules)
        if not version or version != self._modules_version:
            self._modules, self._modules_version = sys.modules.copy(), version
        # The variables behind the mapping: reading the mapping is something that is noticed.
        variables = _variables()
        version = _version(variables)
        if not version or version != self._environment_version:
            self._environment, self._environment_version = variables.copy(), version
        self._path = sys.path.copy()
        self._meta_path = sys.meta_path.copy()
        self._limit = sys.getrecursionlimit()
        self._trace = sys.gettrace()

    def restore(self) -> None:
        """Undo what the run did to them; what it imported stays."""
        # The names of builtins are put back first, because the rest of this uses them.
        table = builtins.__dict__
        if _version(table) != self._builtins_version or not self._builtins_version:
            if table != self._builtins:
                table.clear()
                table.update(self._builtins)
            self._builtins_version = _version(table)
        modules = sys.modules
        if (_version(modules) != self._modules_version or not self._modules_version) and (
            len(modules) < len(self._modules) or not self._modules.keys() <= modules.keys()
        ):
            for name, module in self._modules.items():
                modules.setdefault(name, module)
        variables = _variables()
        if (
            _version(variables) != self._environment_version or not self._environment_version
        ) and variables != self._environment:
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
