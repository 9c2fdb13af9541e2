"""A line on standard error that says how far the work has come: only on a terminal."""

from __future__ import annotations

import os
import sys
import time

_SECONDS_BETWEEN = 0.1
_BAR_WIDTH = 24


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


class CheckProgress:
    """A bar for `check`, on a terminal only: functions done, paths a second, findings so far."""

    def __init__(self, silent: bool, functions: int) -> None:
        self._enabled = not silent and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._functions = functions
        self._started = time.monotonic()
        self._last = 0.0
        self._shown = False

    def __enter__(self) -> CheckProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, paths: int, findings: int) -> None:
        """Draw the bar anew, if the last time was long enough ago."""
        now = time.monotonic()
        if not self._enabled or now - self._last < _SECONDS_BETWEEN:
            return
        self._last = now
        self._shown = True
        full = _BAR_WIDTH * done // max(self._functions, 1)
        bar = "#" * full + "-" * (_BAR_WIDTH - full)
        rate = paths / max(now - self._started, 0.001)
        found = "1 finding" if findings == 1 else f"{findings} findings"
        sys.stderr.write(f"\r\x1b[K[{bar}] {done}/{self._functions} functions, {rate:.0f} paths/s, {found}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the bar."""
        if self._shown:
            self._shown = False
            self._last = 0.0
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
