"""Files beside PEF's sources in which code is kept, as Python keeps compiled code. One that cannot be written is no failure."""

from __future__ import annotations

import importlib.util
import os


def file_for(source: str) -> str | None:
    """Where something is kept beside a Python file, which need not exist; nothing where Python keeps nothing."""
    try:
        return f"{importlib.util.cache_from_source(source)}.pef"
    except NotImplementedError:
        return None


def read(file: str) -> bytes:
    with open(file, "rb") as kept:  # noqa: PTH123
        return kept.read()


def write(file: str, content: bytes) -> None:
    """Write all or nothing: another process may be reading."""
    unfinished = f"{file}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)  # noqa: PTH103, PTH120
        with open(unfinished, "wb") as kept:  # noqa: PTH123
            kept.write(content)
        os.replace(unfinished, file)  # noqa: PTH105
    except OSError:
        try:  # noqa: SIM105
            os.unlink(unfinished)  # noqa: PTH108
        except OSError:
            # It was never made.
            pass
