"""The files that any Python program has business reading: the system's, the interpreter's, the project's.

Secrets of the user are left out even where the project lies around them: the kernel's rules can only allow, so a folder
with a secret in it is replaced by what else is in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/opt", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_KERNEL = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")
_SECRETS = (
    ".ssh",
    ".aws",
    ".azure",
    ".gnupg",
    ".kube",
    ".docker",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".password-store",
    ".config/gcloud",
    ".config/gh",
    ".cargo/credentials.toml",
    ".mozilla",
)


def readable_places(project: Iterable[str], home: Path) -> list[str]:
    """What may be read; `project` are the folders of the code under test."""
    own = Path(__file__).resolve().parent.parent
    interpreter = [sys.prefix, sys.base_prefix, sys.exec_prefix, *(entry for entry in sys.path if entry), str(own)]
    secrets = [home / name for name in _SECRETS]
    places: list[str] = []
    for place in dict.fromkeys([*_SYSTEM, *_KERNEL, *interpreter, *project]):
        # A link and what it leads to are two places.
        for path in dict.fromkeys([Path(place), Path(os.path.realpath(place))]):
            if path.exists():
                places += [str(part) for part in _without(path, secrets)]
    return list(dict.fromkeys(places))


def _without(path: Path, secrets: list[Path]) -> Iterator[Path]:
    inside = [secret for secret in secrets if secret.is_relative_to(path) and secret.exists()]
    if not inside:
        yield path
        return
    if path in inside:
        return
    try:
        children = sorted(path.iterdir())
    except OSError:
        return
    for child in children:
        yield from _without(child, inside)
