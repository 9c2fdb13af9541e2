"""Loads `pef._engine` and the libz3 it needs, and refuses any other Z3.

Invariant: after `load` returns, the process has exactly the Z3 series the engine was linked against. In a plain
installation the extension's own rpath finds `libz3` in the neighbouring `z3` package and nothing here runs but the
version check. Where the two are not neighbours (editable and `--user` installations), the library is loaded first
from wherever the `z3-solver` distribution is; the loader then matches it by SONAME. Rejected: `import z3`, which
takes longer than most explorations.
"""

from __future__ import annotations

import sys
from importlib import import_module

from pef.errors import InstallationError

# Without `typing`: see `pef`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

Z3_SERIES = "5.4"
_WANTED = f"z3-solver=={Z3_SERIES}.*"
_ADVICE = f"install the right one with: python -m pip install '{_WANTED}'"


def load() -> ModuleType:
    """The engine, with its Z3 loaded and checked."""
    engine = _import_engine()
    version = str(engine.z3_version())
    if not version.startswith(f"{Z3_SERIES}."):
        raise InstallationError(f"the engine needs Z3 {Z3_SERIES}, but the libz3 it found is {version}; {_ADVICE}")
    return engine


def _import_engine() -> ModuleType:
    try:
        return import_module("pef._engine")
    except ModuleNotFoundError as error:
        if error.name != "pef._engine":
            raise
        tag = f"CPython {sys.version_info.major}.{sys.version_info.minor}"
        raise InstallationError(
            f"there is no engine for {tag} in this installation; reinstall pef with this interpreter"
        ) from None
    except ImportError as error:
        if "z3" not in str(error):
            raise InstallationError(f"the engine of pef does not load: {error}") from error
    _preload_z3()
    try:
        return import_module("pef._engine")
    except ImportError as error:
        raise InstallationError(f"the engine needs Z3 {Z3_SERIES}, found {_found()} ({error}); {_ADVICE}") from error


def _library_folders() -> list[Path]:
    from importlib.util import find_spec
    from pathlib import Path

    # Finding the spec of a top-level package does not run it.
    spec = find_spec("z3")
    return [Path(root, "lib") for root in spec.submodule_search_locations or []] if spec else []


def _preload_z3() -> None:
    import ctypes

    names = [f"libz3.so.{Z3_SERIES}", f"libz3.{Z3_SERIES}.dylib", "libz3.dylib"]
    for folder in _library_folders():
        for name in names:
            if (folder / name).is_file():
                ctypes.CDLL(str(folder / name))
                return


def _found() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"z3-solver {version('z3-solver')}"
    except PackageNotFoundError:
        return "no z3-solver"
