"""Where results go: standard output, or the file of `--output`.

Invariant: a request that turns out to be bad leaves an existing file as it was, and no new one behind; that the file
cannot be written is said before any work is done.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pef.errors import RequestError


class _LateTruncation:
    """A file opened for appending, emptied when the first result arrives."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.touched = False

    def write(self, text: str) -> int:
        if not self.touched:
            self.touched = True
            # Pipes and terminals cannot be emptied, and need not be.
            with contextlib.suppress(OSError):
                self._file.truncate(0)
        return self._file.write(text)

    def flush(self) -> None:
        self._file.flush()

    def isatty(self) -> bool:
        return False


@contextlib.contextmanager
def results_stream(output: Path | None) -> Iterator[TextIO]:
    """The stream for results."""
    if output is None:
        yield sys.stdout
        return
    existed = output.exists()
    try:
        file = output.open("a", encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RequestError(f"cannot write {output}: {reason}") from None
    stream = _LateTruncation(file)
    try:
        yield stream  # type: ignore[misc]
    finally:
        file.close()
        if not existed and not stream.touched:
            output.unlink(missing_ok=True)
