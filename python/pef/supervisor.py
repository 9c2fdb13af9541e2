"""Runs one job in a worker process and hands on its events; never imports the code under test.

Invariants: the time limit holds whatever the worker does (it is killed, and what it had reported counts); an
interrupt is noticed between events, never in the middle of one; everything a worker wrote before it ended is read.
Rejected: threads, which can cut a report in the middle of a line.
"""

from __future__ import annotations

import enum
import selectors
import time
from collections.abc import Callable
from typing import Any

from pef.channel import Channel, Event
from pef.duty import EXPLORE
from pef.errors import DefectError, RequestError
from pef.interrupts import Interrupts, noticed
from pef.process import Worker, start_worker
from pef.records import Record

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


class JobResult(Record):
    """How a job ended, and what is known about a worker that did not say so itself."""

    ending: Ending
    stage: Stage
    running: str | None
    """The call that was announced and did not finish."""
    plain: bool = False
    """Whether that was its plain run."""
    signal: int | None = None
    """The signal that interrupted the supervisor."""
    death: str | None = None
    """What became of a worker that died, in words."""
    error_output: str = ""


class Supervisor:
    """Runs jobs one after the other under one time limit, each in a worker of its own."""

    def __init__(
        self, *, deadline: float | None, verbose: bool, ready: Worker | None = None, duty: str = EXPLORE
    ) -> None:
        self._deadline = deadline
        self._duty = duty
        self._verbose = verbose
        self._ready = ready
        """A worker started in advance, for the first job."""

    def run(self, job: dict[str, Any], on_event: Callable[[Event], None]) -> JobResult:
        """Carry out `job`; raises `RequestError` or `DefectError` where the worker reported one."""
        with noticed() as interrupts:
            worker, self._ready = self._ready or start_worker(self._duty), None
            channel = Channel(worker, verbose=self._verbose)
            try:
                return _Conversation(channel, interrupts, self._deadline, on_event).carry_out(job)
            finally:
                channel.close()


class _Conversation:
    """One job with one worker."""

    def __init__(
        self,
        channel: Channel,
        interrupts: Interrupts,
        deadline: float | None,
        on_event: Callable[[Event], None],
    ) -> None:
        self._channel = channel
        self._interrupts = interrupts
        self._deadline = deadline
        self._on_event = on_event
        self._done = False
        self._stage = Stage.STARTING

    def carry_out(self, job: dict[str, Any]) -> JobResult:
        channel = self._channel
        channel.send(job, last=True)
        with selectors.DefaultSelector() as selector:
            selector.register(channel.events, selectors.EVENT_READ)
            selector.register(channel.errors, selectors.EVENT_READ)
            selector.register(self._interrupts.descriptor, selectors.EVENT_READ)
            while not self._done:
                remaining = None if self._deadline is None else self._deadline - time.monotonic()
                if remaining is not None and remaining <= 0:
                    return self._cut_off(Ending.TIME)
                patience = _LOOK_SECONDS if remaining is None else min(remaining, _LOOK_SECONDS)
                ready = {key.fd for key, _ in selector.select(patience)}
                if self._interrupts.number is not None:
                    return self._cut_off(Ending.INTERRUPTED)
                if channel.errors in ready and not channel.read_errors():
                    selector.unregister(channel.errors)
                if channel.events in ready and not self._read_events():
                    return self._died()
                if not ready and not channel.is_alive():
                    return self._died()
        return self._result(Ending.DONE)

    def _cut_off(self, ending: Ending) -> JobResult:
        self._take_all(self._channel.stop())
        # The worker may have finished while it was being stopped: then nothing was cut.
        return self._result(Ending.DONE if self._done else ending)

    def _died(self) -> JobResult:
        death = self._channel.death()
        self._take_all(self._channel.stop())
        return self._result(Ending.DONE if self._done else Ending.DIED, death=death)

    def _result(self, ending: Ending, death: str | None = None) -> JobResult:
        running = self._channel.running
        return JobResult(
            ending=ending,
            stage=self._stage,
            running=running[0] if running else None,
            plain=running is not None and running[1],
            signal=self._interrupts.number,
            death=death,
            error_output=self._channel.error_output,
        )

    def _read_events(self) -> bool:
        events, any_read = self._channel.read_events()
        self._take_all(events)
        return any_read

    def _take_all(self, events: list[Event]) -> None:
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        match event["event"]:
            case "started":
                self._stage = Stage.IMPORTING
            case "loaded":
                self._stage = Stage.RUNNING
            case "done":
                self._done = True
                self._on_event(event)
            case "error" if event["kind"] == "request":
                raise RequestError(event["message"])
            case "error":
                raise DefectError(f"{event['message']}\n{event['traceback'].rstrip()}")
            case _:
                self._on_event(event)
