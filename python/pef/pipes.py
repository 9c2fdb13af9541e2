"""The worker's ends of the pipes to its supervisor: events out and jobs in, one JSON object a line."""

from __future__ import annotations

import json
import os
import select
import time
from typing import Any

_CHUNK = 1 << 16
# Events that follow each other more closely than this wait for each other.
_CLOSE_SECONDS = 0.005
_MOST_WAITING = 1 << 15


class EventPipe:
    """Writes events to the supervisor; ends the process when the supervisor is gone."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        self._last_soon = 0.0
        self._waiting_since = 0.0

    def send(self, event: str, **fields: Any) -> None:
        """Send an event, and whatever waits, now."""
        self._waiting += _line(event, fields)
        view = memoryview(bytes(self._waiting))
        self._waiting.clear()
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except BrokenPipeError:
            os._exit(0)

    def send_soon(self, event: str, **fields: Any) -> None:
        """Send one of many events that come in quick succession: some of them together, to wake the reader less often.

        What waits is lost with this process; so it must be something that is done again then.
        """
        now = time.monotonic()
        is_close, self._last_soon = now - self._last_soon < _CLOSE_SECONDS, now
        if not self._waiting:
            self._waiting_since = now
        is_due = now - self._waiting_since >= _CLOSE_SECONDS or len(self._waiting) >= _MOST_WAITING
        if is_close and not is_due:
            self._waiting += _line(event, fields)
        else:
            self.send(event, **fields)


class JobPipe:
    """Reads what the supervisor wants done, also while something else is being done."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = bytearray()

    def next(self) -> dict[str, Any] | None:
        """The next job, when it comes; nothing where there will be none."""
        while b"\n" not in self._pending:
            chunk = os.read(self._descriptor, _CHUNK)
            if not chunk:
                return None
            self._pending += chunk
        line, _, rest = self._pending.partition(b"\n")
        self._pending = rest
        job: dict[str, Any] = json.loads(line)
        return job

    def is_waiting(self) -> bool:
        """Whether there is something to read, be it only the end."""
        return b"\n" in self._pending or bool(select.select([self._descriptor], [], [], 0)[0])


def _line(event: str, fields: dict[str, Any]) -> bytes:
    return (json.dumps({"event": event, **fields}) + "\n").encode("utf-8", "backslashreplace")
