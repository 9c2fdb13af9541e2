"""A line on standard error that says how far the work has come: only on a terminal that shows nothing else."""

from __future__ import annotations

import sys
import time

_SECONDS_BETWEEN = 0.1


class Progress:
    """Counts paths in place; shows nothing unless standard error is a terminal and the results are not on one."""

    def __init__(self, silent: bool) -> None:
        self._enabled = not silent and sys.stderr.isatty() and not sys.stdout.isatty()
        self._last = 0.0
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, paths: int) -> None:
        """Say how many paths there are, if the last time was long enough ago."""
        now = time.monotonic()
        if self._enabled and now - self._last >= _SECONDS_BETWEEN:
            self._last = now
            self._shown = True
            sys.stderr.write(f"\r{paths} paths")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
