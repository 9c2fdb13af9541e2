"""Finding work: from files, folders, modules and single functions to the functions to check, by parsing alone.

Invariant: nothing is imported, and nothing is left out silently: what is named but cannot be read is a request error,
what is found but does not parse is listed as such. The order is that of the arguments, then of the paths, then of the
source, so two runs see the same.
"""

from __future__ import annotations

import ast
import fnmatch
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pef.errors import RequestError, did_you_mean
from pef.project.pragmas import Pragmas, read_pragmas
from pef.startup.records import Record, field, replace
from pef.target import Target, check_source_file, find_module_file, parse_target, target_in_file, target_in_module

_NOT_SEARCHED = frozenset({"__pycache__", "node_modules", "site-packages"})
# Importing these runs a program.
_PROGRAMS = frozenset({"__main__.py", "setup.py"})
_MACHINERY = frozenset({"__new__", "__init_subclass__", "__class_getitem__", "__set_name__", "__del__"})
_TESTS = ("test_*.py", "*_test.py", "conftest.py")


class Candidate(Record):
    """One function to check."""

    target: Target
    file: Path
    first_line: int
    last_line: int


class Selection(Record):
    """Which of the functions found are wanted."""

    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    private: bool = False

    def wants_file(self, shown: str) -> bool:
        return not _matches(shown, self.exclude)

    def wants(self, shown: str, qualname: str) -> bool:
        names = (shown, f"{shown}:{qualname}", qualname)
        if any(_matches(name, self.exclude) for name in names):
            return False
        return not self.include or any(_matches(name, self.include) for name in names)


class Found(Record, frozen=False):
    """All that the arguments of a command come to."""

    candidates: list[Candidate] = field(default_factory=list)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    """Files that do not parse, and why."""
    pragmas: dict[Path, Pragmas] = field(default_factory=dict)


def discover(arguments: Sequence[str], selection: Selection, working_folder: Path | None = None) -> Found:
    """The functions that `arguments` name."""
    folder = working_folder or Path.cwd()
    search = _Search(selection, folder)
    for argument in arguments:
        search.add(argument)
    return search.found


class _Search:
    """One search; a function that two arguments name is found once."""

    def __init__(self, selection: Selection, folder: Path) -> None:
        self.found = Found()
        self._selection = selection
        self._folder = folder
        self._seen: set[tuple[Path, str]] = set()

    def add(self, argument: str) -> None:
        place, colon, _ = argument.rpartition(":")
        if colon and place and not (self._folder / argument).exists():
            self._add_function(argument)
            return
        path = self._folder / argument
        if path.is_dir():
            for file in _files_below(path.resolve()):
                if self._selection.wants_file(self._shown(file)):
                    self._add_file(file, self._shown(file), None)
            return
        if path.exists() or argument.endswith(".py") or os.sep in argument:
            file = check_source_file(path, argument)
            self._add_file(file, self._shown(file), None)
            return
        self._add_module(argument)

    def _add_function(self, argument: str) -> None:
        target = parse_target(argument, self._folder)
        file = target.file or find_module_file(target.module, target.import_roots)
        if file is None:
            raise RequestError(f"no module named {target.module!r} was found")
        listed = list(self._functions(file, raise_errors=True))
        wanted = target.qualname
        chosen = [function for function in listed if function.qualname == wanted]
        if not chosen:
            if any(function.qualname.startswith(f"{wanted}.") for function in listed):
                chosen = [function for function in listed if function.qualname.startswith(f"{wanted}.")]
            else:
                close = did_you_mean(wanted, [function.qualname for function in listed])
                raise RequestError(f"{argument.rpartition(':')[0]} has no function {wanted!r}{close}")
        for function in chosen:
            text = f"{argument.rpartition(':')[0]}:{function.qualname}"
            self._take(replace(target, text=text, qualname=function.qualname, file=file), file, function)

    def _add_module(self, name: str) -> None:
        if not all(part.isidentifier() for part in name.split(".")):
            raise RequestError(f"no such file or folder: {name}")
        roots = target_in_module(name, "_", self._folder).import_roots
        file = find_module_file(name, roots)
        if file is None:
            raise RequestError(f"no such file, folder or module: {name}")
        if file.name != "__init__.py":
            self._add_file(file, name, name)
            return
        for inner in _files_below(file.parent):
            parts = inner.relative_to(file.parent).with_suffix("").parts
            dotted = ".".join([name, *(part for part in parts if part != "__init__")])
            self._add_file(inner, dotted, dotted)

    def _add_file(self, file: Path, shown: str, module: str | None) -> None:
        """All wanted functions of a file; by module name where it is one outside of the project."""
        try:
            functions = list(self._functions(file, raise_errors=False))
        except _UnreadableError as error:
            self.found.unreadable.append((shown, str(error)))
            return
        for function in functions:
            name = function.qualname
            private = any(_is_private(part) for part in name.split("."))
            if (private and not self._selection.private) or not self._selection.wants(shown, name):
                continue
            text = f"{shown}:{name}"
            target = target_in_module(text, name, self._folder) if module else target_in_file(text, file, name)
            self._take(replace(target, file=file), file, function)

    def _take(self, target: Target, file: Path, function: _Function) -> None:
        if (file, function.qualname) in self._seen:
            return
        self._seen.add((file, function.qualname))
        self.found.candidates.append(Candidate(target, file, function.first_line, function.last_line))

    def _functions(self, file: Path, *, raise_errors: bool) -> Iterator[_Function]:
        try:
            source = file.read_bytes()
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, OSError) as error:
            line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
            message = error.msg if isinstance(error, SyntaxError) else str(error)
            if raise_errors:
                raise RequestError(f"{self._shown(file)}: {line}{message}") from None
            raise _UnreadableError(f"{line}{message}") from None
        pragmas = self.found.pragmas.setdefault(file, read_pragmas(source))
        if pragmas.skips_file and not raise_errors:
            return
        # The last definition of a name is the one that counts.
        latest = {function.qualname: function for function in _functions_in(tree.body, "", pragmas)}
        yield from sorted(latest.values(), key=lambda function: function.first_line)

    def _shown(self, file: Path) -> str:
        try:
            return file.relative_to(self._folder.resolve()).as_posix()
        except ValueError:
            return str(file)


def _is_private(name: str) -> bool:
    """Whether a name is not meant for others; `__init__` and its like are, but for what only Python itself calls."""
    is_special = name.startswith("__") and name.endswith("__")
    return name.startswith("_") and (not is_special or name in _MACHINERY)


class _UnreadableError(Exception):
    """A file that does not parse."""


class _Function(Record):
    qualname: str
    first_line: int
    last_line: int


def _functions_in(body: Iterable[ast.stmt], prefix: str, pragmas: Pragmas) -> Iterator[_Function]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                decorators = {_decorator_name(decorator) for decorator in node.decorator_list}
                if _is_skipped(node, pragmas) or decorators & {"overload", "abstractmethod"}:
                    continue
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                yield _Function(f"{prefix}{node.name}", first, node.end_lineno or node.lineno)
            case ast.ClassDef():
                if not _is_skipped(node, pragmas):
                    yield from _functions_in(node.body, f"{prefix}{node.name}.", pragmas)
            case ast.If():
                # Only `else` of this can run.
                taken = node.orelse if _is_type_checking(node.test) else [*node.body, *node.orelse]
                yield from _functions_in(taken, prefix, pragmas)
            case ast.Try():
                inner = [*node.body, *node.orelse, *node.finalbody]
                handlers = [statement for handler in node.handlers for statement in handler.body]
                yield from _functions_in([*handlers, *inner], prefix, pragmas)
            case ast.With():
                yield from _functions_in(node.body, prefix, pragmas)
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call() as call):
                if prefix and _decorator_name(call) == "partialmethod":
                    yield _Function(f"{prefix}{name}", node.lineno, node.end_lineno or node.lineno)


def _decorator_name(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    if isinstance(decorator, ast.Attribute):
        return decorator.attr
    return decorator.id if isinstance(decorator, ast.Name) else ""


def _is_type_checking(test: ast.expr) -> bool:
    return _decorator_name(test) == "TYPE_CHECKING" or (
        isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"
    )


def _is_skipped(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, pragmas: Pragmas) -> bool:
    """Whether the head of a definition, decorators and the line above included, has a `# pef: skip`."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    last = max(node.lineno, node.body[0].lineno - 1)
    return any(line in pragmas.skips for line in range(first - 1, last + 1))


def _files_below(folder: Path) -> Iterator[Path]:
    """Python files in a folder, without tests, programs, hidden folders and virtual environments."""
    for current, folders, files in os.walk(folder):
        here = Path(current)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and name not in _NOT_SEARCHED and not (here / name / "pyvenv.cfg").exists()
        )
        for name in sorted(files):
            if name.endswith(".py") and name not in _PROGRAMS and not _matches(name, _TESTS):
                yield here / name


def _matches(name: str, patterns: Iterable[str]) -> bool:
    # A folder may be written as the shell completes it.
    patterns = [pattern.removeprefix("./").rstrip("/") or "*" for pattern in patterns]
    return any(fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}/*") for pattern in patterns)
