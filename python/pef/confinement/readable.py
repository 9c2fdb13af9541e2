"""The files that any Python program has business reading: the system's, the interpreter's, the project's.

Secrets of the user are left out even where the project lies around them: the kernel's rules can only allow, so a folder
with a secret in it is replaced by what else is in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pef.package_folder import PACKAGE_FOLDER

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
    own = Path(PACKAGE_FOLDER).resolve()
    interpreter = [sys.prefix, sys.base_prefix, sys.exec_prefix, *(entry for entry in sys.path if entry), str(own)]
    # Texts: there are hundreds of questions, and a `Path` takes longer than the exploration of a small function.
    homes = dict.fromkeys([str(home), os.path.realpath(home)])
    secrets = [os.path.join(one, name) for one in homes for name in _SECRETS]  # noqa: PTH118
    secrets = [secret for secret in secrets if os.path.lexists(secret)]
    places: list[str] = []
    for place in dict.fromkeys([*_SYSTEM, *_KERNEL, *interpreter, *project]):
        # A link and what it leads to are two places.
        for path in dict.fromkeys([str(Path(place)), os.path.realpath(place)]):
            if os.path.exists(path):  # noqa: PTH110
                places += _without(path, secrets)
    return list(dict.fromkeys(places))


def _without(path: str, secrets: list[str]) -> Iterator[str]:
    """A place, or what is in it where secrets are."""
    if path in secrets:
        return
    inside = [secret for secret in secrets if secret.startswith(path.rstrip(os.sep) + os.sep)]
    if not inside:
        yield path
        return
    try:
        children = sorted(os.listdir(path))  # noqa: PTH208
    except OSError:
        return
    for child in children:
        yield from _without(os.path.join(path, child), inside)  # noqa: PTH118
