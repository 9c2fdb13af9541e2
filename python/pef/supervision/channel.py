"""One worker process as its supervisor sees it: jobs go in, events and error output come out, in whole lines.

Invariant: no call here waits for the worker. What the worker wrote before it ended can all be read after it ended,
and half a line is never handed on. Lines without the worker's secret are not its own, and are passed over; where one of
its own is damaged or missing, because the code under test wrote in between, the worker is ended as if it had died.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import ClassVar

from pef.protocol.events import EVENTS, Event, RunBegun, RunEnded
from pef.protocol.jobs import JOBS, Job, Request
from pef.protocol.messages import ProtocolError
from pef.startup.records import Record
from pef.supervision.process import Worker, end_worker

_KEPT_ERROR_OUTPUT = 16_384
_CHUNK = 1 << 16
# More than any event takes: half a line that is longer is none of the worker's.
_LONGEST_LINE = 1 << 28


class Death(Record):
    """How a worker ended."""

    text: str
    is_foreign: bool = False
    """Whether it was killed, which anybody can do: it says little about what the worker ran."""

    NONE: ClassVar[Death]
    """It had not ended by itself, but was ended from here."""


Death.NONE = Death("it was ended")


class Channel:
    """The pipes of one worker."""

    def __init__(self, worker: Worker, *, verbose: bool) -> None:
        self._worker = worker
        self.events = worker.events
        self.errors = worker.errors
        for descriptor in (self.events, self.errors):
            os.set_blocking(descriptor, False)
        self._verbose = verbose
        self._secret = worker.secret + b" "
        self._count = 0
        """Events that came."""
        self._is_broken = False
        self._pending = bytearray()
        self._error_output = bytearray()
        self._told: tuple[str, bool] | None = None

    @property
    def error_output(self) -> str:
        """The end of what the worker and the code under test wrote to standard error."""
        return self._error_output.decode("utf-8", "replace")

    @property
    def running(self) -> tuple[str, bool] | None:
        """The call that the worker is running, or was when it ended; and whether it is the plain run of it."""
        board = self._worker.board
        return (board.running() if board else None) or self._told

    def beats(self) -> int:
        """A number that changes as long as the worker gets on."""
        board = self._worker.board
        return board.beats() if board else 0

    def send(self, message: Job | Request, *, last: bool) -> None:
        """Give the worker a job; after the `last` one it ends by itself."""
        # A worker that died at once leaves a broken pipe; that it died is noticed when its events are read.
        with contextlib.suppress(BrokenPipeError):
            self._worker.jobs.write(json.dumps(JOBS.encode(message)).encode() + b"\n")
            self._worker.jobs.flush()
            if last:
                self._worker.jobs.close()

    def read_events(self) -> tuple[list[Event], bool]:
        """The events that are there now, and whether there was anything to read."""
        if self._is_broken:
            return [], False
        chunk = _read(self.events)
        self._pending += chunk
        *lines, rest = self._pending.split(b"\n")
        self._pending = bytearray(rest)
        events: list[Event] = []
        for line in lines:
            # What else comes through the pipe was written by the code under test.
            if not line.startswith(self._secret):
                continue
            event = self._event(bytes(line[len(self._secret) :]))
            if event is None:
                return events, self._break()
            if not self._is_announcement(event):
                events.append(event)
        if len(self._pending) > _LONGEST_LINE:
            return events, self._break()
        return events, bool(chunk)

    def _event(self, text: bytes) -> Event | None:
        """The event of a line; nothing where the line, or one before it, is damaged."""
        number, _, rest = text.partition(b" ")
        try:
            event = EVENTS.decode(json.loads(rest))
            in_order = int(number) == self._count + 1
        except (ValueError, ProtocolError):
            return None
        if not in_order:
            return None
        self._count += 1
        return event

    def _break(self) -> bool:
        """Nothing that this worker says can be relied on any more."""
        self._is_broken = True
        self._pending.clear()
        end_worker(self._worker, keep_pipes=True)
        return False

    def _is_announcement(self, event: Event) -> bool:
        """Whether an event says what runs, for want of a board, or because it is too long for one."""
        match event:
            case RunBegun(call=call, plain=plain):
                self._told = call, plain
            case RunEnded():
                self._told = None
            case _:
                return False
        return True

    def read_errors(self) -> bool:
        """Take in error output; false where there was none."""
        chunk = _read(self.errors)
        if self._verbose and chunk:
            sys.stderr.buffer.write(chunk)
            sys.stderr.buffer.flush()
        self._error_output += chunk
        del self._error_output[:-_KEPT_ERROR_OUTPUT]
        return bool(chunk)

    def is_alive(self) -> bool:
        return self._worker.is_alive()

    def wait_for_end(self, seconds: float) -> bool:
        """Whether the worker ends within so long; one whose pipe is closed usually does at once."""
        return self._worker.ends_within(seconds)

    def stop(self) -> list[Event]:
        """End the worker if need be; the events that it had still written."""
        end_worker(self._worker, keep_pipes=True)
        events: list[Event] = []
        while True:
            more, any_left = self.read_events()
            events += more
            if not any_left:
                break
        while self.read_errors():
            pass
        return events

    def death(self) -> Death:
        """What became of the worker."""
        if self.is_alive():
            return Death.NONE
        code = self._worker.status()
        if code >= 0:
            return Death(f"exit status {code}")
        try:
            number = signal.Signals(-code)
        except ValueError:
            return Death(f"signal {-code}")
        return Death(number.name, is_foreign=number is signal.SIGKILL)

    def close(self) -> None:
        end_worker(self._worker)


def _read(descriptor: int) -> bytes:
    """What is there now; nothing at the end, and nothing where a read would wait."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return b""
