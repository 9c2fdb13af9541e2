"""Where results go: standard output, or the file of `--output`.

Invariants: a request that turns out to be bad leaves an existing file as it was, and no new one behind; that the file
cannot be written is said before any work is done; a result that could not be written (a full disk) is never silence.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pef.errors import RequestError


class ResultsStream:
    """As much of a text stream as reports need, with its failures as request errors."""

    def __init__(self, stream: TextIO, name: str, *, emptied_first: bool) -> None:
        self._stream = stream
        self._name = name
        self._to_be_emptied = emptied_first
        self.touched = False

    def write(self, text: str) -> None:
        """Write at once: a reader sees each path when it is known."""
        try:
            if self._to_be_emptied:
                self._to_be_emptied = False
                # Pipes and terminals cannot be emptied, and need not be.
                with contextlib.suppress(OSError):
                    self._stream.truncate(0)
            self.touched = True
            self._stream.write(text)
            self._stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # What is left in the buffer would fail once more when the interpreter ends, and change its status.
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            raise RequestError(f"cannot write {self._name}: {error.strerror or error}") from None

    def isatty(self) -> bool:
        """Whether somebody is looking."""
        return self._stream.isatty()


@contextlib.contextmanager
def results_stream(output: Path | None) -> Iterator[ResultsStream]:
    """The stream for results."""
    if output is None:
        yield ResultsStream(sys.stdout, "the results", emptied_first=False)
        return
    existed = output.exists()
    try:
        file = output.open("a", encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RequestError(f"cannot write {output}: {reason}") from None
    stream = ResultsStream(file, str(output), emptied_first=True)
    try:
        yield stream
    finally:
        file.close()
        if not existed and not stream.touched:
            output.unlink(missing_ok=True)
