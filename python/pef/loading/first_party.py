"""Which modules are the program's own: those of the project, not those that are installed beside it."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from typing import Any

from pef.analysis.worlds import count_as_program
from pef.rewriting import import_hook
from pef.rewriting.followed import IsUnderTest


def first_party(project_root: Path, name: str, target: Path) -> IsUnderTest:
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


def source_of(module: Any) -> str | None:
    """The file that a module was read from, if that is Python."""
    spec = import_hook.spec_of(module)
    if spec is None or not spec.has_location or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return spec.origin


def has_source_under_test(name: str, module: Any, is_under_test: IsUnderTest) -> bool:
    file = source_of(module)
    return file is not None and is_under_test(name, Path(file))
