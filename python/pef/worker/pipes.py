"""The worker's ends of the pipes to its supervisor: events out and jobs in, one JSON object a line.

The code under test runs in the same process and can write to any descriptor. So a line counts only with the secret that
the supervisor gave this worker, and its number says whether one before it was lost; the pipes are moved to descriptors
that nobody hits by counting from three. Rejected: a thread or process in between, which costs more than most runs.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import time
from collections.abc import Callable
from typing import NoReturn

from pef.protocol.events import EVENTS, Event
from pef.protocol.jobs import JOBS
from pef.protocol.messages import Message

_CHUNK = 1 << 16
# Events that follow each other more closely than this wait for each other.
_CLOSE_SECONDS = 0.005
_MOST_WAITING = 1 << 15
# Descriptors below this are those that programs meet, and close, by counting; a table up to the other costs little.
_LEAST_DESCRIPTOR, _MOST_DESCRIPTOR = 200, 4000
_MARGIN = 16


def hidden_descriptor(descriptor: int) -> int:
    """A duplicate with a number that nobody can guess, which processes started from here do not inherit."""
    try:
        import fcntl
        import resource
    except ImportError:
        return os.dup(descriptor)
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_DESCRIPTOR if limit == resource.RLIM_INFINITY else min(limit - _MARGIN, _MOST_DESCRIPTOR)
    if most <= _LEAST_DESCRIPTOR:
        return os.dup(descriptor)
    least = _LEAST_DESCRIPTOR + int.from_bytes(os.urandom(4), "big") % (most - _LEAST_DESCRIPTOR)
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)


class EventPipe:
    """Writes events to the supervisor; ends the process when the supervisor is gone."""

    def __init__(self, descriptor: int, secret: bytes) -> None:
        self._descriptor = descriptor
        self._number = os.fstat(descriptor).st_ino
        self._secret = secret
        self._count = 0
        self._waiting = bytearray()
        self.on_loss: Callable[[], None] | None = None
        """What to do before this process ends because the code under test closed the pipe."""
        self._last_soon = 0.0
        self._waiting_since = 0.0

    def send(self, event: Event) -> None:
        """Send an event, and whatever waits, now."""
        self._waiting += self._line(event)
        view = memoryview(bytes(self._waiting))
        self._waiting.clear()
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except BrokenPipeError:
            os._exit(0)
        except OSError:
            self._lost()

    def require_open(self) -> None:
        """After a run: where it closed the pipe, this process ends before another one could be blamed for it."""
        try:
            is_same = os.fstat(self._descriptor).st_ino == self._number
        except OSError:
            is_same = False
        if not is_same:
            self._lost()

    def _lost(self) -> NoReturn:
        with contextlib.suppress(BaseException):
            if self.on_loss is not None:
                self.on_loss()
        os._exit(1)

    def _line(self, event: Event) -> bytes:
        self._count += 1
        text = json.dumps(EVENTS.encode(event)).encode("utf-8", "backslashreplace")
        # It begins with the end of whatever half a line somebody else wrote.
        return b"\n%s %d %s\n" % (self._secret, self._count, text)

    def send_soon(self, event: Event) -> None:
        """Send one of many events that come in quick succession: some of them together, to wake the reader less often.

        What waits is lost with this process; so it must be something that is done again then.
        """
        now = time.monotonic()
        is_close, self._last_soon = now - self._last_soon < _CLOSE_SECONDS, now
        if not self._waiting:
            self._waiting_since = now
        is_due = now - self._waiting_since >= _CLOSE_SECONDS or len(self._waiting) >= _MOST_WAITING
        if is_close and not is_due:
            self._waiting += self._line(event)
        else:
            self.send(event)


class JobPipe:
    """Reads what the supervisor wants done, also while something else is being done."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = bytearray()

    def next(self) -> Message | None:
        """The next job or request, when it comes; nothing where there will be none."""
        line = self.line()
        return None if line is None else JOBS.decode(json.loads(line))

    def line(self) -> bytes | None:
        """The next line, when it comes."""
        while b"\n" not in self._pending:
            chunk = os.read(self._descriptor, _CHUNK)
            if not chunk:
                return None
            self._pending += chunk
        line, _, rest = self._pending.partition(b"\n")
        self._pending = rest
        return bytes(line)

    def is_waiting(self) -> bool:
        """Whether there is something to read, be it only the end."""
        if b"\n" in self._pending:
            return True
        # Not `select`, which has no place for a descriptor of a high number.
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        return bool(poll.poll(0))
