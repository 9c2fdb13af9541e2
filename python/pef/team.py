"""One function explored by several workers.

Whoever has nothing left is given about half of what another has. Invariants: the paths are those that one worker would
find, each reported once. What a worker was given is known here until it says that it is done, so that when it is
killed somebody else does it again; paths that had been reported already are known by their fingerprints. The report
is the join of all reports, and claims no more than the weakest of them.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from typing import Any

from pef.channel import Channel, Event
from pef.duty import EXPLORE
from pef.errors import DefectError, RequestError
from pef.handing import Entry
from pef.interrupts import Interrupts, noticed
from pef.joining import ReportRecord, joined
from pef.process import Worker, end_worker, start_worker
from pef.records import Record
from pef.supervisor import Ending, JobResult, Stage

_LOOK_SECONDS = 0.5
# Whoever had nothing to give is asked again after so long.
_ASK_AGAIN_SECONDS = 0.005
# A function that is done before help could be there needs none.
_ALONE_SECONDS = 0.1
# A worker can be killed by others, which says nothing about the function; but not for ever.
_FOREIGN_DEATHS = 50

Job = dict[str, Any]


class _Member(Record, frozen=False, eq=False):
    """A worker, and what it has in hand."""

    channel: Channel
    lot: list[Entry] | None
    """What it was given; nothing stands for the whole function."""
    stage: Stage = Stage.STARTING
    is_busy: bool = True
    is_asked: bool = False
    ask_after: float = 0.0
    report: ReportRecord | None = None
    errors_open: bool = True

    @property
    def running(self) -> str | None:
        running = self.channel.running
        return running[0] if running else None

    @property
    def is_plain(self) -> bool:
        running = self.channel.running
        return running is not None and running[1]


class Team:
    """One exploration."""

    def __init__(
        self,
        job: Callable[[], Job],
        on_event: Callable[[Event], None],
        *,
        workers: int,
        deadline: float | None,
        verbose: bool,
        known: set[int],
    ) -> None:
        self._job = job
        """Makes the job for a worker; the time that is left is part of it."""
        self._on_event = on_event
        self._workers = workers
        self._deadline = deadline
        self._verbose = verbose
        self._members: list[_Member] = []
        self._loose: list[list[Entry] | None] = []
        """Lots that nobody has in hand."""
        self._ready: Worker | None = None
        self._past: list[ReportRecord] = []
        """Reports of workers that are gone."""
        self._known = known
        """Paths that were reported, by their fingerprints."""
        self._counts = {"paths": 0, "pruned": 0}
        self._deaths = 0
        self._loaded_at: float | None = None
        self._is_done = False
        self._selector = selectors.DefaultSelector()

    def run(self, ready: Worker | None) -> JobResult:
        """Explore to the end; raises `RequestError` or `DefectError` where a worker reported one."""
        self._ready = ready
        self._loose.append(None)
        with noticed() as interrupts:
            self._selector.register(interrupts.descriptor, selectors.EVENT_READ, None)
            try:
                return self._run(interrupts)
            finally:
                for member in self._members:
                    member.channel.close()
                if self._ready is not None:
                    end_worker(self._ready)
                self._selector.close()

    def _run(self, interrupts: Interrupts) -> JobResult:
        while not self._is_done:
            if interrupts.number is not None:
                return self._cut_off(Ending.INTERRUPTED, signal=interrupts.number)
            remaining = None if self._deadline is None else self._deadline - time.monotonic()
            if remaining is not None and remaining <= 0:
                return self._cut_off(Ending.TIME)
            wait = self._assign()
            patience = min(wait, _LOOK_SECONDS if remaining is None else remaining)
            for key, _ in self._selector.select(patience):
                if key.data is not None:
                    death = self._read(key.data, key.fd)
                    if death is not None:
                        return death
            for member in list(self._members):
                if not member.channel.is_alive():
                    death = self._died(member)
                    if death is not None:
                        return death
        return self._result(Ending.DONE)

    # Giving out work.

    def _assign(self) -> float:
        """Give everybody something to do; gives how long to wait at most before looking again."""
        idle = [member for member in self._members if not member.is_busy]
        while self._loose:
            if idle:
                self._hand(idle.pop(), self._loose.pop(0))
            elif len(self._members) < self._workers:
                self._hire(self._loose.pop(0))
            else:
                return _LOOK_SECONDS
        busy = [member for member in self._members if member.is_busy]
        if not busy:
            if idle:
                self._conclude(idle)
            else:
                self._hire([])
            return _LOOK_SECONDS
        now = time.monotonic()
        if len(self._members) < self._workers and self._loaded_at is not None:
            alone = now - self._loaded_at
            if alone < _ALONE_SECONDS:
                return _ALONE_SECONDS - alone
            self._hire([])
        wait = _LOOK_SECONDS
        wanted = len(idle) - sum(member.is_asked for member in busy)
        for member in busy:
            if wanted <= 0:
                break
            if member.is_asked or member.stage is not Stage.RUNNING:
                continue
            if now < member.ask_after:
                wait = min(wait, member.ask_after - now)
                continue
            member.is_asked = True
            member.channel.send({"job": "give"}, last=False)
            wanted -= 1
        return wait

    def _hire(self, lot: list[Entry] | None) -> None:
        worker, self._ready = self._ready or start_worker(EXPLORE), None
        member = _Member(Channel(worker, verbose=self._verbose), lot)
        self._members.append(member)
        self._selector.register(member.channel.events, selectors.EVENT_READ, member)
        self._selector.register(member.channel.errors, selectors.EVENT_READ, member)
        member.channel.send({**self._job(), "entries": lot}, last=False)

    def _hand(self, member: _Member, lot: list[Entry] | None) -> None:
        if lot is None:
            # The whole function is begun by a worker that knows nothing of it yet.
            self._dismiss(member)
            self._hire(None)
            return
        member.lot, member.is_busy, member.ask_after = lot, True, 0.0
        member.channel.send({"job": "take", "entries": lot}, last=False)

    def _conclude(self, idle: list[_Member]) -> None:
        """Nobody has anything left: one of them finishes for all."""
        last = idle[0]
        others = [member.report for member in idle[1:] if member.report is not None]
        last.is_busy = last.is_asked = True
        last.lot = []
        last.channel.send({"job": "conclude", "reports": [*others, *self._past]}, last=True)

    # Taking in reports.

    def _read(self, member: _Member, descriptor: int) -> JobResult | None:
        if member not in self._members:
            return None
        if descriptor == member.channel.errors:
            if not member.channel.read_errors():
                self._selector.unregister(descriptor)
                member.errors_open = False
            return None
        events, any_read = member.channel.read_events()
        for event in events:
            self._take(member, event)
        if any_read or self._is_done:
            return None
        return self._died(member)

    def _take(self, member: _Member, event: Event) -> None:
        match event["event"]:
            case "started":
                member.stage = Stage.IMPORTING
            case "loaded":
                member.stage = Stage.RUNNING
                self._loaded_at = self._loaded_at or time.monotonic()
            case "path":
                self._take_path(event)
            case "progress":
                member.report = event["report"]
            case "given":
                member.is_asked = False
                if event["entries"]:
                    self._loose.append(event["entries"])
                else:
                    member.ask_after = time.monotonic() + _ASK_AGAIN_SECONDS
            case "idle":
                member.is_busy, member.report, member.lot = False, event["report"], []
            case "done":
                member.report = event["report"]
                self._is_done = True
                self._on_event({"event": "done", "report": self._joined()})
            case "error" if event["kind"] == "request":
                raise RequestError(event["message"])
            case "error":
                raise DefectError(f"{event['message']}\n{event['traceback'].rstrip()}")
            case _:
                self._on_event(event)

    def _take_path(self, event: Event) -> None:
        if event["fingerprint"] in self._known:
            return
        self._known.add(event["fingerprint"])
        self._counts["pruned" if event["path"]["outcome"] == "pruned" else "paths"] += 1
        self._on_event(event)

    def _joined(self) -> ReportRecord | None:
        reports = [member.report for member in self._members if member.report is not None]
        if not reports and not self._past:
            return None
        report = joined([*reports, *self._past])
        # What a worker that was killed had explored was explored again.
        counts = self._counts if self._deaths else {}
        return {**report, "stats": {**report["stats"], **counts}}

    # Ends.

    def _died(self, member: _Member) -> JobResult | None:
        """A worker is gone: what it had in hand is done again, unless it was the code under test that ended it."""
        death = member.channel.death()
        for event in member.channel.stop():
            self._take(member, event)
        if self._is_done:
            return self._result(Ending.DONE)
        self._deaths += 1
        if death != "SIGKILL" or self._deaths > _FOREIGN_DEATHS:
            self._report_so_far()
            result = self._result(Ending.DIED, death=death, member=member)
            self._stop_all()
            return result
        self._dismiss(member)
        if member.is_busy and member.lot != []:
            self._loose.append(member.lot)
        return None

    def _dismiss(self, member: _Member) -> None:
        self._members.remove(member)
        self._selector.unregister(member.channel.events)
        if member.errors_open:
            self._selector.unregister(member.channel.errors)
        member.channel.close()
        if member.report is not None:
            self._past.append(_without_its_rest(member.report))

    def _cut_off(self, ending: Ending, signal: int | None = None) -> JobResult:
        self._stop_all()
        # They may have finished while they were being stopped: then nothing was cut.
        if self._is_done:
            return self._result(Ending.DONE)
        self._report_so_far()
        running = next((member for member in self._members if member.running is not None), None)
        return self._result(ending, signal=signal, member=running)

    def _stop_all(self) -> None:
        for member in self._members:
            for event in member.channel.stop():
                self._take(member, event)

    def _report_so_far(self) -> None:
        report = self._joined()
        if report is not None:
            self._on_event({"event": "progress", "report": report})

    def _result(
        self, ending: Ending, *, signal: int | None = None, death: str | None = None, member: _Member | None = None
    ) -> JobResult:
        stages = [one.stage for one in self._members]
        stage = member.stage if member else Stage.RUNNING if Stage.RUNNING in stages else Stage.STARTING
        return JobResult(
            ending=ending,
            stage=stage,
            running=member.running if member else None,
            plain=member is not None and member.is_plain,
            signal=signal,
            death=death,
            error_output=member.channel.error_output if member else "",
        )


def _without_its_rest(report: ReportRecord) -> ReportRecord:
    """The report of a worker that is gone. That it had not come to its end is no bound: somebody else does what was left."""
    if report["verdict"] == "bounded" and not report["reasons"]:
        return {**report, "verdict": "verified"}
    return report
