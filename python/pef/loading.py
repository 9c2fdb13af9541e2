"""Loading a target: its plain function, its rewritten twin, and the modules that belong to each.

The plain module is imported as Python would; then its first-party modules are imported once more through the
rewriting hook. A function of the script that runs is found in the script imported as a module, beside the one that
runs. Functions that no import can reach (defined inside other functions) get a twin made from the rewritten code of their
module with their own closure.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import io
import os
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from pef import _engine, bound, importing, keepers, models, origins, scripts
from pef.errors import ImportFailedError, RequestError, did_you_mean, one_line
from pef.followed import Followed, IsUnderTest
from pef.looks import attribute_of, file_of, is_a, unwrapped
from pef.members import Access, Member, find_member
from pef.objects.enum_lookups import decide_members
from pef.objects.worlds import count_as_program
from pef.records import Record, field, replace
from pef.types.hidden import import_hidden

Modules = dict[str, ModuleType]


class LoadedTarget(Record):
    """A function that can be explored."""

    name: str
    """As it is called: `function` or `Class.method`."""
    native: Callable[..., Any]
    rewritten: Callable[..., Any]
    plain_modules: Modules
    rewritten_modules: Modules
    finder: importing.RewritingFinder
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

    def states(self) -> tuple[_engine.State, _engine.State]:
        """The state of the rewritten modules and of the plain ones, as it was when a function of them was first explored."""
        known: tuple[_engine.State, _engine.State] | None = self.found.get("states")
        if known is None:
            decide_members(self.rewritten_modules.values())
            both = self.rewritten_modules, self.plain_modules
            asked = keepers.Keepers(self.sources())
            also = [*self.closures, *asked.tables()]
            rewritten, plain = (_engine.State(modules, also, asked) for modules in both)
            known = self.found["states"] = rewritten, plain
        return known

    def sources(self) -> Iterator[bytes]:
        """The source of all that is state: what cannot be read names nothing."""
        files = {attribute_of(module, "__file__", None) for module in self.plain_modules.values()}
        for file in sorted({self.file, *(file for file in files if file and file.endswith(".py"))}):
            with contextlib.suppress(OSError, ValueError):
                yield Path(file).read_bytes()

    def may_lose_tracebacks(self) -> bool:
        """Whether code of the program does something with tracebacks, so that they do not tell where an exception came from."""
        known: bool | None = self.found.get("may lose tracebacks")
        if known is None:
            known = self.found["may lose tracebacks"] = any(map(origins.may_be_lost, self.sources()))
        return known

    def left_native(self) -> list[tuple[str, int]]:
        """File and line of what could not be rewritten."""
        known: list[tuple[str, int]] | None = self.found.get("left native")
        if known is None:
            files = [attribute_of(module, "__file__", None) or "" for module in self.rewritten_modules.values()]
            known = [(file, line) for file in files for line in importing.left_native.get(file, [])]
            self.found["left native"] = known
        return known

    def forget_imports(self) -> None:
        """Remove modules under test that a run imported on its way, so that every run starts the same."""
        for name, module in list(sys.modules.items()):
            if name not in self.plain_modules and (
                importing.is_rewritten(module)
                or (name not in self.present and _has_source_under_test(name, module, self.finder.is_under_test))
            ):
                del sys.modules[name]


def load_target(
    location: str, qualname: str, project_root: Path, follow: Sequence[str] = (), module_name: str | None = None
) -> LoadedTarget:
    """Import the module at `location` (a file or a dotted name) and find the function in it.

    `follow` are names of modules and packages that are rewritten though they are not part of the project. `module_name`
    is what a file is to be imported as, where somebody has found that out already.
    """
    # Before anything else is rewritten: what is kept of the models has the numbers of their branches in it.
    models.load()
    before = set(sys.modules)
    module = _import_plain(location, module_name)
    member = _find(module, qualname, location)
    file = _source_file(module, location)
    is_under_test = _first_party(project_root, module.__name__, Path(file))

    def under_test() -> Modules:
        return {
            name: candidate
            for name, candidate in list(sys.modules.items())
            if (name not in before or candidate is module) and _has_source_under_test(name, candidate, is_under_test)
        }

    # Types of parameters may be classes that are imported for type checkers only; both worlds need them.
    for_types = [name for known in [module, *under_test().values()] for name in import_hidden(known)]
    plain = under_test()
    plain[module.__name__] = module
    followed = Followed(follow)
    finder = importing.RewritingFinder(is_under_test, followed.or_under(is_under_test), followed.is_asked_for)
    plain |= _loaded_and_followed(followed, is_under_test)
    twin_module, rewritten_modules = _import_twins(finder, plain, module.__name__, file, for_types)
    plain = _used(plain, rewritten_modules, finder)
    twin = _find(twin_module, qualname, location)
    loaded = LoadedTarget(qualname, member.function, _uncached(twin.function), plain, rewritten_modules, finder, file)
    return replace(loaded, access=member.access, owner=member.owner)


def _import_twins(
    finder: importing.RewritingFinder, plain: Modules, name: str, file: str, for_types: list[str]
) -> tuple[ModuleType, Modules]:
    """The rewritten module of the target, and all that it imports.

    A module that cannot be imported a second time, because of what its first import did to modules that both worlds share
    (`logging.setLoggerClass`), is shared too: it is not explored, and what gets there is noted.
    """
    while True:
        try:
            with importing.importing_rewritten(finder, plain) as rewritten_modules:
                twin_module = _import_rewritten(name, file)
                for hidden in for_types:
                    importlib.import_module(hidden)
            return twin_module, rewritten_modules
        except Exception as error:
            culprit = importing.module_that_failed(error)
            if culprit is None or culprit == name or culprit not in plain or culprit in finder.shared:
                raise
            finder.shared.add(culprit)


def load_sibling(loaded: LoadedTarget, qualname: str) -> LoadedTarget:
    """Another function of a module that is loaded already."""
    module_name = next(
        name for name, module in loaded.plain_modules.items() if attribute_of(module, "__file__", None) == loaded.file
    )
    member = _find(loaded.plain_modules[module_name], qualname, loaded.file)
    twin = _find(loaded.rewritten_modules[module_name], qualname, loaded.file)
    return replace(
        loaded,
        name=qualname,
        native=member.function,
        rewritten=_uncached(twin.function),
        access=member.access,
        owner=member.owner,
    )


def load_function(function: Callable[..., Any]) -> LoadedTarget:
    """The target for a function object of the running program, or for a callable that has one behind it."""
    models.load()
    behind = bound.function_behind(function)
    written = unwrapped(behind)
    code = attribute_of(written, "__code__", None)
    if code is None:
        raise RequestError(f"{function!r} is not a Python function")
    qualname = attribute_of(behind, "__qualname__", behind.__name__)
    module = sys.modules.get(written.__module__)
    file = code.co_filename
    if module is None or not Path(file).is_file():
        raise RequestError(f"the source of {qualname} was not found: {file} is not a file")
    is_under_test = _first_party(Path(file).resolve().parent, module.__name__, Path(file))
    followed = Followed(())
    finder = importing.RewritingFinder(is_under_test, followed.or_under(is_under_test))
    is_member = "<locals>" not in qualname and "<lambda>" not in qualname and _lookup(module, qualname) == function
    path = qualname if is_member else None if behind is function else bound.path_to(function, module)
    if is_member and module.__name__ == "__main__":
        loaded = _load_from_script(written, qualname, str(Path(file).resolve()))
        if loaded is not None:
            return loaded
    if path is None or module.__name__ == "__main__":
        return _load_alone(function, path, finder, file)
    plain = {
        name: candidate
        for name, candidate in list(sys.modules.items())
        if name == module.__name__ or _has_source_under_test(name, candidate, is_under_test)
    }
    # A module that is still being imported, or that explores when it is imported, cannot be imported again.
    plain = {name: candidate for name, candidate in plain.items() if name != "__main__"}
    plain |= _loaded_and_followed(followed, is_under_test)
    with importing.importing_rewritten(finder, plain) as rewritten_modules:
        twin_module = _import_rewritten(module.__name__, file)
    plain = _used(plain, rewritten_modules, finder)
    if not is_member:
        native, twin = bound.inspectable(function), bound.inspectable(_lookup(twin_module, path))
        return LoadedTarget(path, native, _uncached(twin), plain, rewritten_modules, finder, file)
    member, twin_member = _find(module, qualname, file), _find(twin_module, qualname, file)
    loaded = LoadedTarget(qualname, function, _uncached(twin_member.function), plain, rewritten_modules, finder, file)
    return replace(loaded, access=member.access, owner=member.owner)


def _load_from_script(written: Any, qualname: str, file: str) -> LoadedTarget | None:
    """A function of the running script, in the script imported as a module; nothing if that does not lead to it.

    The script is run as far as it explores, which is where it is now, unless that stands below a test of `__name__`. What
    it holds by now is carried over to the imported one (`pef.carrying`).
    """
    try:
        with contextlib.redirect_stdout(io.StringIO()), scripts.importing():
            loaded = load_target(file, qualname, Path(file).parent)
    except RequestError:
        return None
    same = attribute_of(unwrapped(loaded.native), "__code__", None)
    if same is None or same.co_firstlineno != written.__code__.co_firstlineno:
        return None
    copies = loaded.plain_modules.items()
    name = next(name for name, module in copies if attribute_of(module, "__file__", None) == loaded.file)
    return replace(loaded, script=(name, sys.modules["__main__"]), written=written)


def _load_alone(function: Any, path: str | None, finder: importing.RewritingFinder, file: str) -> LoadedTarget:
    """A function that no import reaches, without its module."""
    from pef.contracts.libraries import bare

    behind = bound.function_behind(function)
    written = unwrapped(behind)
    name = path or bound.described(function)
    if bare(_uncached(behind)) is not written:
        raise RequestError(
            f"{name} is decorated, and no import leads to it, so that its decorators cannot be followed: "
            "define it in a module, or in a script that explores below `if __name__ == '__main__':`"
        )
    native, twin = bound.inspectable(function), bound.with_function(function, _twin(written, file))
    return LoadedTarget(name, native, twin, {}, {}, finder, file, closures=[written, function])


_Cached = type(functools.lru_cache(len))


def _uncached(function: Callable[..., Any]) -> Callable[..., Any]:
    """What a cache around the target would call: it looks arguments up by their hash, which symbolic ones have not."""
    while is_a(function, _Cached):
        function = function.__wrapped__
    return function


def _import_plain(location: str, name: str | None) -> ModuleType:
    try:
        if location.endswith(".py"):
            return _import_file(location, name or _module_name(Path(location)))
        return importlib.import_module(location)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if not location.endswith(".py") and location.split(".")[0] == missing.split(".")[0]:
            raise ImportFailedError(f"no module named {missing!r}") from None
        raise ImportFailedError(f"{location} cannot be imported: {one_line(str(error))}") from None
    except SyntaxError as error:
        where = f"{error.filename or location}:{error.lineno or 0}"
        raise ImportFailedError(f"{where}: syntax error: {error.msg}") from None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise ImportFailedError(
            f"{location} raised on import: {type(error).__name__}: {one_line(_text(error))}"
        ) from None


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(no message)"


def _module_name(file: Path) -> str:
    from pef.target import find_project_root, module_name

    name, _ = module_name(file, find_project_root(file.parent))
    return name


def _import_file(location: str, name: str) -> ModuleType:
    already = sys.modules.get(name)
    if already is not None and attribute_of(already, "__file__", None) == location:
        return already
    parent = name.rpartition(".")[0]
    if parent:
        package = importlib.import_module(parent)
        module = importlib.import_module(name)
        if attribute_of(module, "__file__", None) == location:
            return module
        del package
    spec = importlib.util.spec_from_file_location(name, location)
    if spec is None or spec.loader is None:
        raise RequestError(f"{location} is not a Python file")
    return _execute(spec, name)


def _execute(spec: Any, name: str) -> ModuleType:
    module = importlib.util.module_from_spec(spec)
    shadowed = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except scripts.ScriptExploresError:
        # What it explores is defined before it does.
        pass
    except BaseException:
        del sys.modules[name]
        if shadowed is not None:
            sys.modules[name] = shadowed
        raise
    return sys.modules[name]


def _import_rewritten(name: str, file: str) -> ModuleType:
    """The module once more, rewritten. What its import raises only now is a defect of the rewriting."""
    module: ModuleType | None = None
    if "." in name or importlib.machinery.PathFinder.find_spec(name) is not None:
        module = importlib.import_module(name)
    if module is None or attribute_of(module, "__file__", None) != file or not importing.is_rewritten(module):
        sys.modules.pop(name, None)
        spec = importlib.util.spec_from_file_location(name, file, loader=importing.RewritingLoader(name, file))
        module = _execute(spec, name)
    return module


def _lookup(module: ModuleType, qualname: str) -> Any:
    found: Any = module
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def _find(module: ModuleType, qualname: str, location: str) -> Member:
    """The function or method of that name, and how it is called."""
    shown = Path(location).name if location.endswith(".py") else location
    try:
        return find_member(module, qualname)
    except AttributeError as error:
        names = [name for name, value in vars(error.obj).items() if callable(value) and not name.startswith("__")]
        raise RequestError(f"{shown} has no function {qualname!r}{did_you_mean(str(error.name), names)}") from None


def _source_file(module: ModuleType, location: str) -> str:
    file = attribute_of(module, "__file__", None)
    if not file or not file.endswith(".py"):
        raise ImportFailedError(f"{location} has no Python source: it is built in or compiled")
    return str(file)


def _first_party(project_root: Path, name: str, target: Path) -> IsUnderTest:
    """Whether a module belongs to the project: it lies below its root, and not in an environment there.

    A module of an environment or of Python itself is a project of its own where it is the target: with its package.
    """
    root = project_root.resolve()

    def is_of_project(name: str, origin: Path) -> bool:
        return name.partition(".")[0] not in sys.stdlib_module_names and _is_below(root, origin)

    named = target if is_of_project(name, target) else _package_or_file(target)
    count_as_program(named)
    above = str(named)

    def is_under_test(name: str, origin: Path) -> bool:
        return _is_in(str(origin), above) or is_of_project(name, origin)

    return is_under_test


def _is_in(file: str, place: str) -> bool:
    """Whether a file is at a place or below it. By texts: it is asked of every module that there is."""
    return file.startswith(place) and file[len(place) : len(place) + 1] in ("", os.sep)


# Asked of every module that there is, at every call of the library.
@functools.lru_cache(maxsize=100_000)
def _is_below(root: Path, origin: Path) -> bool:
    """Whether a file lies below a folder, and is neither Python's nor PEF's nor a library's."""
    resolved = _resolved(str(origin))
    return (
        _is_in(resolved, str(root))
        and f"{os.sep}site-packages{os.sep}" not in resolved
        and not any(_is_in(resolved, other) for other in _of_others())
    )


@functools.cache
def _of_others() -> tuple[str, ...]:
    """The folders of PEF and of Python."""
    return tuple(str(Path(one).resolve()) for one in (Path(__file__).parent, sys.prefix, sys.base_prefix))


def _resolved(file: str) -> str:
    """The file itself, whatever links lead to it; folders are looked at once."""
    if os.path.islink(file):  # noqa: PTH114
        return os.path.realpath(file)
    folder, name = os.path.split(file)
    return os.path.join(_resolved_folder(folder), name)  # noqa: PTH118


@functools.lru_cache(maxsize=10_000)
def _resolved_folder(folder: str) -> str:
    return os.path.realpath(folder)


def _package_or_file(file: Path) -> Path:
    """The outermost package that a file is in; the file itself where it is in none."""
    place = file
    while (place.parent / "__init__.py").is_file():
        place = place.parent
    return place


def _loaded_and_followed(followed: Followed, is_under_test: IsUnderTest) -> Modules:
    """Modules outside of the project that are followed and exist already, whoever imported them."""
    return {
        name: module
        for name, module in list(sys.modules.items())
        if followed.has(name)
        and _source_of(module) is not None
        and not _has_source_under_test(name, module, is_under_test)
    }


def _used(plain: Modules, rewritten: Modules, finder: importing.RewritingFinder) -> Modules:
    """Without modules that are followed, but not used by the target."""
    return {
        name: module
        for name, module in plain.items()
        if name in rewritten or _has_source_under_test(name, module, finder.is_under_test)
    }


def _source_of(module: Any) -> str | None:
    """The file that a module was read from, if that is Python."""
    spec = importing.spec_of(module)
    if spec is None or not spec.has_location or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return spec.origin


def _has_source_under_test(name: str, module: Any, is_under_test: IsUnderTest) -> bool:
    file = _source_of(module)
    return file is not None and is_under_test(name, Path(file))


def _twin(function: Any, file: str) -> Callable[..., Any]:
    """The function with its code rewritten, in the same module and closure."""
    source = Path(file).read_bytes()
    code = importing.rewritten_code(importlib.util.decode_source(source), file)
    wanted = function.__code__
    for candidate in _codes(code):
        if candidate.co_name == wanted.co_name and candidate.co_firstlineno == wanted.co_firstlineno:
            break
    else:
        raise RequestError(f"the source of {function.__qualname__} has changed since it was imported")
    if candidate.co_freevars != wanted.co_freevars:
        raise RequestError(f"the source of {function.__qualname__} has changed since it was imported")
    from pef import _engine

    _engine.mark_rewritten(function.__globals__)
    twin = types.FunctionType(
        candidate, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if is_a(constant, CodeType):
            yield constant
            yield from _codes(constant)
