"""Confining this process: environment, limits, files, system calls, and the hook that explains.

Invariant: nothing of the project has been imported when this is called, and from its return on nothing can be undone.
What the kernel cannot enforce is said, never passed over.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pef import _engine
from pef.confinement.auditing import Auditor
from pef.confinement.readable import readable_places
from pef.errors import set_confined
from pef.isolation.process_settings import reduce_environment

_MEMORY_BYTES = 4 << 30
_FILE_BYTES = 64 << 20
_OPEN_FILES = 256
_KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "PYTHONPATH", "LD_LIBRARY_PATH")


def enforce(confinement: dict[str, Any], project: list[str], refused: Callable[[str, str | None], None]) -> list[str]:
    """Confine this process; gives what this kernel cannot enforce, in words."""
    scratch = Path(confinement["scratch"]) / str(os.getpid())
    scratch.mkdir(parents=True, exist_ok=True)
    home = Path(os.path.expanduser("~"))  # noqa: PTH111
    reduce_environment(_KEPT_VARIABLES, HOME=str(scratch), TMPDIR=str(scratch), PYTHONHASHSEED="0")
    _set_limits(confinement.get("cpu_seconds"))
    # A write of byte code would be refused, and is of no use.
    sys.dont_write_bytecode = True
    read = [*readable_places(project, home), *confinement["read"]]
    write = [str(scratch), os.path.realpath(scratch), *confinement["write"]]
    network, processes = confinement["network"], confinement["processes"]
    # Writing to the null device is no writing.
    kernel_write = [*write, os.devnull]
    missing = _engine.confine(read, kernel_write, network, processes, bool(confinement["write"]))
    Auditor(read, write, network, processes, refused).install()
    set_confined()
    return missing


def _set_limits(cpu_seconds: int | None) -> None:
    import resource

    limits = {
        resource.RLIMIT_AS: _MEMORY_BYTES,
        resource.RLIMIT_FSIZE: _FILE_BYTES,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    if cpu_seconds is not None:
        limits[resource.RLIMIT_CPU] = cpu_seconds
    for kind, value in limits.items():
        _, hard = resource.getrlimit(kind)
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (least, least))
