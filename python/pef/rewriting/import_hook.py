"""The import hook: modules under test are rewritten as they are loaded, and exist beside their plain selves.

Invariant: outside `importing_rewritten` and symbolic runs the hook does nothing, so `sys.modules` never mixes the two
worlds. Which modules are under test is one predicate, given when the hook is made.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, ClassVar

from pef import _engine
from pef.rewriting import scripts


class Branch:
    """A branch of rewritten code: its number in the engine, its function, both sides as text."""

    __slots__ = ("file", "function", "line", "number", "sides")

    def __init__(self, number: int, file: str, branch: _engine.RewrittenBranch) -> None:
        self.number = number
        self.file = file
        self.function = branch.function
        self.line = branch.line
        self.sides = branch.sides


branches_of: dict[str, list[Branch]] = {}
"""Branches of every file rewritten so far."""

left_native: dict[str, list[int]] = {}
"""Lines of rewritten files on which an operation could not be rewritten: values are followed there less well."""


class RewritingLoader(SourceFileLoader):
    """Loads a source file rewritten. The file is not changed, and line numbers are those of the original."""

    completions: ClassVar[list[Callable[[ModuleType], None]]] = []
    """What else is done to a module once it was executed."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return rewritten_code(importlib.util.decode_source(self.get_data(path)), path)

    def exec_module(self, module: ModuleType) -> None:
        _engine.mark_rewritten(vars(module))
        is_package = self.is_package(module.__name__)
        if is_package:
            _bind_submodules(module)
        with contextlib.suppress(scripts.ScriptExploresError):
            super().exec_module(module)
        if is_package:
            _import_between(module.__name__)
        self._complete(module)

    def _complete(self, module: ModuleType) -> None:
        for complete in self.completions:
            complete(module)


def _bind_submodules(package: ModuleType) -> None:
    """Give a package that is imported once more the modules in it that stayed: they will not be, and nobody else binds them."""
    prefix = f"{package.__name__}."
    for name, module in list(sys.modules.items()):
        rest = name.removeprefix(prefix)
        if rest != name and "." not in rest and module is not None:
            vars(package).setdefault(rest, module)


def _import_between(package: str) -> None:
    """Import the packages in a package that lead to a module that stayed: whoever finds that does not look for them."""
    prefix = f"{package}."
    inner = {
        name[: name.index(".", len(prefix))]
        for name in sys.modules
        if "." in name.removeprefix(prefix) and name.startswith(prefix)
    }
    for name in sorted(inner.difference(sys.modules)):
        importlib.import_module(name)


class ModelLoader(RewritingLoader):
    """The same for modules of PEF itself, whose code is kept."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _fullname: str) -> CodeType:
        return self._code

    def _complete(self, module: ModuleType) -> None:
        """Models make no classes that need it, and are needed for it."""


def rewritten_code(source: str, path: str) -> CodeType:
    """Rewrite and compile one module."""
    try:
        rewritten = _engine.rewrite(source, path)
    except SyntaxError:
        # CPython says better what is wrong, and with the right line.
        return compile(source, path, "exec", dont_inherit=True)
    left_native[path] = rewritten.left_native
    first = rewritten.first_branch
    branches_of[path] = [Branch(first + index, path, branch) for index, branch in enumerate(rewritten.branches)]
    return compile(rewritten.text, path, "exec", dont_inherit=True)


class RewritingFinder:
    """Finds modules for the rewriting loader while it is switched on: those under test, and others to be followed."""

    def __init__(
        self,
        is_under_test: Callable[[str, Path], bool],
        is_followed: Callable[[str, Path], bool] | None = None,
        is_asked_for: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self.is_under_test = is_under_test
        self.is_followed = is_followed or is_under_test
        self.is_asked_for = is_asked_for
        """Whether somebody wants to see into a module, by its name."""
        self.shared: set[str] = set()
        """Modules that are the same in both worlds, because they could not be imported twice."""
        self.enabled = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not self.enabled:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        if not self.is_followed(fullname, Path(spec.origin)):
            return None
        spec.loader = RewritingLoader(fullname, spec.origin)
        return spec

    def enable(self) -> None:
        """Find modules under test from here on; they are rewritten also when a run imports them on its way."""
        self.enabled = True
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def disable(self) -> None:
        """Leave importing to Python."""
        self.enabled = False
        if self in sys.meta_path:
            sys.meta_path.remove(self)


@contextlib.contextmanager
def importing_rewritten(finder: RewritingFinder, plain: dict[str, ModuleType]) -> Iterator[dict[str, ModuleType]]:
    """Import in a world without the plain modules; yields the dictionary that the rewritten ones are put into."""
    rewritten: dict[str, ModuleType] = {}
    before = set(sys.modules)
    for name in plain:
        if name not in finder.shared:
            sys.modules.pop(name, None)
    finder.enable()
    try:
        yield rewritten
        for name, module in list(sys.modules.items()):
            if (name in plain or name not in before) and is_rewritten(module):
                rewritten[name] = module
    finally:
        finder.disable()
        for name, module in list(sys.modules.items()):
            if is_rewritten(module):
                del sys.modules[name]
        sys.modules.update(plain)


def module_that_failed(error: BaseException) -> str | None:
    """The name of the innermost rewritten module whose body an exception came out of."""
    failed = None
    passed = error.__traceback__
    while passed is not None:
        frame, passed = passed.tb_frame, passed.tb_next
        spec = frame.f_globals.get("__spec__")
        if not isinstance(spec, ModuleSpec) or not isinstance(spec.loader, RewritingLoader):
            continue
        if frame.f_code.co_name == "<module>":
            failed = spec.name
    return failed


def spec_of(module: Any) -> ModuleSpec | None:
    """Where a module came from. Anything may stand in `sys.modules`, and its attributes may be the program's code."""
    spec = vars(module).get("__spec__") if isinstance(module, ModuleType) else None
    return spec if isinstance(spec, ModuleSpec) else None


def is_rewritten(module: Any) -> bool:
    spec = spec_of(module)
    return spec is not None and isinstance(spec.loader, RewritingLoader)
