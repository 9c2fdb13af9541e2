"""Where the stub of a module is: `module.pyi` beside `module.py`, or in a `NAME-stubs` package on the import path.

The command asks too, without the rest of `pef.inputs.types`: a stub is part of what kept results depend on.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path


@functools.lru_cache(maxsize=4096)
def stub_of(file: Path, module: str) -> Path | None:
    """The stub file for a module, if there is one."""
    beside = file.with_suffix(".pyi")
    if beside.is_file():
        return beside
    package, _, rest = module.partition(".")
    parts = rest.split(".") if rest else []
    for entry in sys.path:
        folder = Path(entry or ".", f"{package}-stubs")
        if folder.is_dir():
            for found in (
                Path(folder, *parts).with_suffix(".pyi") if parts else None,
                Path(folder, *parts, "__init__.pyi"),
            ):
                if found is not None and found.is_file():
                    return found
    return None
