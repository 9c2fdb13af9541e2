"""Runs one job in a worker process and hands on its events; never imports the code under test.

Invariants: the time limit holds whatever the worker does (it is killed, and what it had reported counts); an
interrupt is noticed between events, never in the middle of one; everything a worker wrote before it ended is read.
Rejected: threads, or an exception raised by the signal handler: both can cut a report in the middle of a line.
"""

from __future__ import annotations

import contextlib
import enum
import json
import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pef.errors import DefectError, RequestError
from pef.process import Worker, end_worker, start_worker

_KEPT_ERROR_OUTPUT = 16_384
_CHUNK = 1 << 16
# A child that the code under test forked can hold the pipe open after the worker is gone, so its end is not the only
# sign of death that is looked for.
_LOOK_SECONDS = 0.5


class Ending(enum.Enum):
    """How a job ended."""

    DONE = "done"
    TIME = "time"
    INTERRUPTED = "interrupted"
    DIED = "died"


class Stage(enum.Enum):
    """How far a worker had come."""

    STARTING = "starting"
    IMPORTING = "importing"
    """It was importing the target."""
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended, and what is known about a worker that did not say so itself."""

    ending: Ending
    stage: Stage
    running: str | None
    """The call that was announced and did not finish."""
    signal: int | None = None
    """The signal that interrupted the supervisor."""
    death: str | None = None
    """What became of a worker that died, in words."""
    error_output: str = ""


class Supervisor:
    """Runs jobs one after the other under one time limit, each in a worker of its own."""

    def __init__(self, *, deadline: float | None, verbose: bool, ready: Worker | None = None) -> None:
        self._deadline = deadline
        self._verbose = verbose
        self._ready = ready
        """A worker started in advance, for the first job."""

    def run(self, job: dict[str, Any], on_event: Callable[[dict[str, Any]], None]) -> JobResult:
        """Carry out `job`; raises `RequestError` or `DefectError` where the worker reported one."""
        with _noticed_signals() as noticed:
            worker, self._ready = self._ready or start_worker(), None
            try:
                return _Conversation(worker, noticed, self._deadline, self._verbose, on_event).carry_out(job)
            finally:
                end_worker(worker)


class _Conversation:
    """One job with one worker."""

    def __init__(
        self,
        worker: Worker,
        noticed: _Signals,
        deadline: float | None,
        verbose: bool,
        on_event: Callable[[dict[str, Any]], None],
    ) -> None:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        self._worker = worker
        self._input = worker.stdin
        self._events = worker.stdout.fileno()
        self._errors = worker.stderr.fileno()
        for descriptor in (self._events, self._errors):
            os.set_blocking(descriptor, False)
        self._noticed = noticed
        self._deadline = deadline
        self._verbose = verbose
        self._on_event = on_event
        self._pending = bytearray()
        self._error_output = bytearray()
        self._done = False
        self._stage = Stage.STARTING
        self._running: str | None = None

    def carry_out(self, job: dict[str, Any]) -> JobResult:
        # A worker that died at once leaves a broken pipe; why it died is read below.
        with contextlib.suppress(BrokenPipeError):
            self._input.write(json.dumps(job).encode() + b"\n")
            self._input.close()
        with selectors.DefaultSelector() as selector:
            selector.register(self._events, selectors.EVENT_READ)
            selector.register(self._errors, selectors.EVENT_READ)
            selector.register(self._noticed.descriptor, selectors.EVENT_READ)
            while not self._done:
                remaining = None if self._deadline is None else self._deadline - time.monotonic()
                if remaining is not None and remaining <= 0:
                    return self._cut_off(Ending.TIME)
                patience = _LOOK_SECONDS if remaining is None else min(remaining, _LOOK_SECONDS)
                ready = {key.fd for key, _ in selector.select(patience)}
                if self._noticed.number is not None:
                    return self._cut_off(Ending.INTERRUPTED)
                if self._errors in ready and not self._read_errors():
                    selector.unregister(self._errors)
                if self._events in ready and not self._read_events():
                    return self._died()
                if not ready and self._worker.poll() is not None:
                    return self._died()
        return self._result(Ending.DONE)

    def _cut_off(self, ending: Ending) -> JobResult:
        end_worker(self._worker, keep_pipes=True)
        self._drain()
        # The worker may have finished while it was being stopped: then nothing was cut.
        return self._result(Ending.DONE if self._done else ending)

    def _died(self) -> JobResult:
        code = self._worker.wait()
        self._drain()
        return self._result(Ending.DONE if self._done else Ending.DIED, death=_describe_death(code))

    def _drain(self) -> None:
        """Read what is left in the pipes of a worker that has ended."""
        while not self._done and self._read_events():
            pass
        while self._read_errors():
            pass

    def _result(self, ending: Ending, death: str | None = None) -> JobResult:
        return JobResult(
            ending=ending,
            stage=self._stage,
            running=self._running,
            signal=self._noticed.number,
            death=death,
            error_output=self._error_output.decode("utf-8", "replace"),
        )

    def _read_events(self) -> bool:
        chunk = _read(self._events)
        self._pending += chunk
        *lines, rest = self._pending.split(b"\n")
        self._pending = bytearray(rest)
        for line in lines:
            self._take(json.loads(line))
        return bool(chunk)

    def _take(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "started":
                self._stage = Stage.IMPORTING
            case "loaded":
                self._stage = Stage.RUNNING
            case "announce":
                self._running = event["call"]
            case "path":
                self._running = None
                self._on_event(event)
            case "done":
                self._running = None
                self._done = True
                self._on_event(event)
            case "error" if event["kind"] == "request":
                raise RequestError(event["message"])
            case "error":
                raise DefectError(f"{event['message']}\n{event['traceback'].rstrip()}")
            case _:
                self._on_event(event)

    def _read_errors(self) -> bool:
        chunk = _read(self._errors)
        if self._verbose and chunk:
            sys.stderr.buffer.write(chunk)
            sys.stderr.buffer.flush()
        self._error_output += chunk
        del self._error_output[:-_KEPT_ERROR_OUTPUT]
        return bool(chunk)


def _read(descriptor: int) -> bytes:
    """What is there now; nothing at the end, and nothing where a read would wait."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return b""


@dataclass(slots=True)
class _Signals:
    """The signal that came, and a descriptor that becomes readable when one does."""

    descriptor: int
    number: int | None = None


@contextlib.contextmanager
def _noticed_signals() -> Iterator[_Signals]:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    noticed = _Signals(reading)

    def notice(number: int, _frame: object) -> None:
        if noticed.number is not None:
            # The user insists: the orderly end takes too long.
            os._exit(128 + number)
        noticed.number = number

    watched = (signal.SIGINT, signal.SIGTERM)
    previous_descriptor = signal.set_wakeup_fd(writing)
    # A signal the caller had set to be ignored (`nohup`, background jobs) stays ignored.
    previous = {number: signal.getsignal(number) for number in watched}
    for number, handler in previous.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, notice)
    try:
        yield noticed
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(previous_descriptor)
        os.close(reading)
        os.close(writing)


def _describe_death(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
