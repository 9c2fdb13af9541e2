"""A target that was imported: its plain function, its rewritten twin, and the modules that belong to each."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from pef.looks import attribute_of, file_of
from pef.startup.records import Record, field
from pef.target_members import Access

Modules = dict[str, ModuleType]


class Worlds(Protocol):
    """Shows one of the two worlds in `sys.modules`, and knows which modules are the program's."""

    is_under_test: Callable[[str, Path], bool]

    def is_asked_for(self, name: str) -> bool:
        """Whether somebody wants a module to be followed."""

    def enable(self) -> None:
        """Show the rewritten world."""

    def disable(self) -> None:
        """Show the plain world."""


class LoadedTarget(Record):
    """A function that can be explored."""

    name: str
    """As it is called: `function` or `Class.method`."""
    native: Callable[..., Any]
    rewritten: Callable[..., Any]
    plain_modules: Modules
    rewritten_modules: Modules
    finder: Worlds
    file: str
    access: Access = Access.FUNCTION
    """How a call of it is written."""
    owner: type | None = None
    """The plain class whose object a call needs."""
    closures: list[Callable[..., Any]] = field(default_factory=list)
    """Functions whose variables, those of their closures and their globals, are state besides that of the modules."""
    found: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was found out about the modules, kept for the other functions that are explored in them."""
    script: tuple[str, ModuleType] | None = field(default=None, repr=False, compare=False)
    """For a function of the script that runs: the name of its copy that is explored, and the script itself."""
    written: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    """The function of the script that runs."""
    present: frozenset[str] = field(default_factory=lambda: frozenset(sys.modules), repr=False, compare=False)
    """The modules that there were when it was loaded."""

    @property
    def is_alone(self) -> bool:
        """Whether it was loaded without its module: what it calls is plain, and is not watched."""
        return not self.rewritten_modules

    def is_under_test(self, file: str) -> bool:
        """Whether a file is code under test; files of modules that are merely followed are not."""
        if file == self.file:
            return True
        known: frozenset[str] | None = self.found.get("files")
        if known is None:
            files = {name: attribute_of(module, "__file__", None) or "" for name, module in self.plain_modules.items()}
            is_under_test = self.finder.is_under_test
            known = frozenset(file for name, file in files.items() if file and is_under_test(name, Path(file)))
            self.found["files"] = known
        return file in known

    def is_seen_into(self, file: str) -> bool:
        """Whether a file is of a module that is not under test, but that somebody wants to be followed."""
        known: frozenset[str] | None = self.found.get("seen into")
        if known is None:
            modules = self.plain_modules.items()
            files = (file_of(module) for name, module in modules if self.finder.is_asked_for(name))
            known = self.found["seen into"] = frozenset(files)
        return file in known and not self.is_under_test(file)

    def sources(self) -> Iterator[bytes]:
        """The source of all that is state: what cannot be read names nothing."""
        files = {attribute_of(module, "__file__", None) for module in self.plain_modules.values()}
        for file in sorted({self.file, *(file for file in files if file and file.endswith(".py"))}):
            with contextlib.suppress(OSError, ValueError):
                yield Path(file).read_bytes()
