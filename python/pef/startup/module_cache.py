"""The code of PEF's own modules, kept in one file for workers, each of which loads a hundred of them.

Python keeps the code of every module in a file of its own, which it has to find, open and check: a tenth of the time to
the first path. As with those files, what is kept counts as long as every source has the time of change and the size
that it had, and files that cannot be read or written are as good as none. The finder is there only while PEF is loaded.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType

from pef.package_folder import PACKAGE_FOLDER
from pef.startup import cache_files

# Without `typing`: see `pef`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_Modules = dict[str, tuple[str, tuple[int, int], CodeType]]
"""By name: the source, its time of change and its size, and the code."""


class _KeptLoader(SourceFileLoader):
    """Loads a module whose code is there already."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _fullname: str) -> CodeType:
        return self._code


class KeptModules:
    """Finds the modules that are kept for a duty (`pef.protocol.role`)."""

    def __init__(self, duty: str) -> None:
        self._file = cache_files.file_for(os.path.join(PACKAGE_FOLDER, f"{duty}.py"))  # noqa: PTH118
        self._modules = _read(self._file) if self._file else None

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        found = (self._modules or {}).get(name)
        if found is None:
            return None
        path, _, code = found
        # A package says where its modules are by itself.
        return importlib.util.spec_from_file_location(name, path, loader=_KeptLoader(name, path, code))

    def begin(self) -> None:
        """Find modules from here on."""
        if self._modules:
            sys.meta_path.insert(0, self)

    def end(self) -> None:
        """Leave importing to Python; what could not be used is kept anew."""
        if self._modules:
            sys.meta_path.remove(self)
            self._modules = None
        elif self._file and not sys.dont_write_bytecode and _can_be_written(self._file):
            content = marshal.dumps((PACKAGE_FOLDER, _loaded()))
            cache_files.write(self._file, importlib.util.MAGIC_NUMBER + content)


def _read(file: str) -> _Modules | None:
    try:
        content = cache_files.read(file)
        if not content.startswith(importlib.util.MAGIC_NUMBER):
            return None
        folder, modules = marshal.loads(memoryview(content)[len(importlib.util.MAGIC_NUMBER) :])
        # A copy of the package is another one, though the first may still be there.
        is_right = folder == PACKAGE_FOLDER and all(_stamp(path) == stamp for path, stamp, _ in modules.values())
    except (OSError, EOFError, ValueError, TypeError, AttributeError):
        return None
    return modules if is_right else None


def _stamp(path: str) -> tuple[int, int]:
    about = os.stat(path)  # noqa: PTH116
    return about.st_mtime_ns, about.st_size


def _loaded() -> _Modules:
    """The modules of PEF that are loaded now."""
    found: _Modules = {}
    for name, module in list(sys.modules.items()):
        spec = module.__spec__ if name.startswith("pef.") else None
        if spec is None or type(spec.loader) is not SourceFileLoader or spec.origin is None:
            continue
        try:
            # Before the code is read: a source that changes in between has another stamp then.
            stamp = _stamp(spec.origin)
            code = spec.loader.get_code(name)
        except (OSError, SyntaxError):
            continue
        if code is not None:
            found[name] = (spec.origin, stamp, code)
    return found


def _can_be_written(file: str) -> bool:
    """Whether it is worth the work; an installation may be somebody else's."""
    folder = os.path.dirname(file)  # noqa: PTH120
    if not os.path.exists(folder):  # noqa: PTH110
        folder = PACKAGE_FOLDER
    return os.access(folder, os.W_OK) and not os.path.isdir(file)  # noqa: PTH112
