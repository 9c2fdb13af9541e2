"""The plan of `explore`: all paths of one function, by one worker or several.

Idle workers steal half of another's frontier. Invariants: the paths are those that one worker would find, each reported
once. What a worker was given is known here until it says that it is done, so that when it is killed somebody else does
it again; paths that had been reported already are known by their fingerprints. The report merges those of all workers, and
claims no more than the weakest of them. A call that ends a worker is a finding only if it also ends a process without the
engine; the search then begins again without it.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Protocol

from pef.errors import DefectError, RequestError
from pef.options import Options
from pef.protocol import events
from pef.protocol.events import PathRecord
from pef.protocol.frontier_entries import FrontierEntry
from pef.protocol.jobs import (
    ConcludeRequest,
    Confinement,
    ExcludedCall,
    ExploreJob,
    GiveRequest,
    ReplayJob,
    TakeRequest,
)
from pef.protocol.merge_reports import merge_reports
from pef.protocol.role import EXPLORE, PLAIN
from pef.results import Reason, ReasonKind, Report, Verdict
from pef.startup.records import Record, replace
from pef.supervision.channel import Death
from pef.supervision.pool import FOREIGN_DEATHS, LOOK_SECONDS, Member, Pool, Stage
from pef.target import Target

# Whoever had nothing to give is asked again after so long.
_ASK_AGAIN_SECONDS = 0.005
# A function that is done before help could be there needs none.
_ALONE_SECONDS = 0.1
_REPLAY_SECONDS = 10.0
# After so many calls that end the process, no more are looked for.
_CRASHES = 10
# So many paths that may come of what other runs left behind are looked at in processes of their own.
_DOUBTS = 20

Lot = list[FrontierEntry] | None
"""A part of the frontier; nothing stands for the whole function."""


class ExploreListener(Protocol):
    """Who is told of the paths."""

    def path(self, record: PathRecord, *, finding: bool) -> None: ...

    def unconfined(self, missing: list[str]) -> None:
        """The kernel cannot enforce something."""


class ExploreRequest(Record):
    """What is to be explored, and how."""

    target: Target
    options: Options
    workers: int
    confinement: Confinement | None
    certificate: bool = False


class _Crash(Record):
    """A call that ended a worker, to be seen in a process without the engine."""

    call: str
    plain: bool
    death: Death
    error_output: str


class _Doubt(Record):
    """A path that shows an error which may come of what other runs left behind."""

    record: PathRecord

    @property
    def call(self) -> str:
        return str(self.record["call"])

    def is_shown_by(self, raised: str | None) -> bool:
        exception = self.record["exception"]
        return raised is not None and exception is not None and raised == exception["type"].rpartition(".")[2]


class ExploreMember(Member, frozen=False, eq=False):
    """A worker, and what it has in hand."""

    lot: Lot = None
    is_busy: bool = True
    is_asked: bool = False
    ask_after: float = 0.0
    report: Report | None = None
    question: _Crash | _Doubt | None = None
    """Of a process without the engine: what it is to show."""


class ExplorePlan:
    """One exploration."""

    def __init__(self, request: ExploreRequest, pool: Pool[ExploreMember], listener: ExploreListener) -> None:
        self._request = request
        self._pool = pool
        self._listener = listener
        self._loose: list[Lot] = [None]
        """Lots that nobody has in hand."""
        self._past: list[Report] = []
        """Reports of workers that are gone."""
        self._known: set[int] = set()
        """Paths that were reported, by their fingerprints."""
        self._counts = {"paths": 0, "pruned": 0}
        self._deaths = 0
        self._excluded: list[ExcludedCall] = []
        self._crash: _Crash | None = None
        """What is to be seen once more before the search goes on."""
        self._doubts: deque[_Doubt] = deque()
        self._doubts_seen = 0
        self._loaded_at: float | None = None
        self._is_explored = False
        self.report: Report | None = None
        """What was established: final once the plan is done, a snapshot before."""
        self.certified: events.Certified | None = None
        """What the worker said of a certificate."""
        self.reasons: list[Reason] = []
        """What the supervisor knows besides."""
        self.running: str | None = None
        """The call that was running when the exploration was cut off."""

    def is_done(self) -> bool:
        return self._is_explored and not self._doubts and not any(one.question for one in self._pool.members)

    @property
    def has_loaded(self) -> bool:
        """Whether any worker has imported the target."""
        return self._loaded_at is not None

    @property
    def crashes(self) -> int:
        return len(self._excluded)

    # Giving out work.

    def assign(self) -> float:
        if self._crash is not None:
            self._replay(self._crash)
            self._crash = None
        if any(isinstance(member.question, _Crash) for member in self._pool.members):
            return LOOK_SECONDS
        if self._is_explored:
            while self._doubts and len(self._pool.members) < self._request.workers:
                self._ask_about(self._doubts.popleft())
            return LOOK_SECONDS
        return self._explore()

    def _explore(self) -> float:
        members = self._pool.members
        idle = [member for member in members if not member.is_busy]
        while self._loose:
            if idle:
                self._hand(idle.pop(), self._loose.pop(0))
            elif len(members) < self._request.workers:
                self._hire(self._loose.pop(0))
            else:
                return LOOK_SECONDS
        busy = [member for member in members if member.is_busy]
        if not busy:
            self._conclude(idle) if idle else self._hire([])
            return LOOK_SECONDS
        now = time.monotonic()
        if len(members) < self._request.workers and self._loaded_at is not None:
            alone = now - self._loaded_at
            if alone < _ALONE_SECONDS:
                return _ALONE_SECONDS - alone
            self._hire([])
        return self._steal(busy, len(idle), now)

    def _steal(self, busy: list[ExploreMember], idle: int, now: float) -> float:
        """Ask as many workers for a part of their frontier as others have nothing to do."""
        wait = LOOK_SECONDS
        wanted = idle - sum(member.is_asked for member in busy)
        for member in busy:
            if wanted <= 0:
                break
            if member.is_asked or not member.has_loaded:
                continue
            if now < member.ask_after:
                wait = min(wait, member.ask_after - now)
                continue
            member.is_asked = True
            member.send(GiveRequest())
            wanted -= 1
        return wait

    def _hire(self, lot: Lot) -> None:
        member = self._pool.add(ExploreMember(self._pool.channel(EXPLORE), lot=lot))
        seconds = self._pool.seconds_for_engine()
        options = self._request.options if seconds is None else replace(self._request.options, time=seconds)
        member.send(
            ExploreJob(
                target=self._request.target,
                options=options,
                confinement=self._request.confinement,
                excluded=self._excluded,
                entries=lot,
                certificate=self._request.certificate,
            )
        )

    def _hand(self, member: ExploreMember, lot: Lot) -> None:
        if lot is None:
            # The whole function is begun by a worker that knows nothing of it yet.
            self._dismiss(member)
            self._hire(None)
            return
        member.lot, member.is_busy, member.ask_after = lot, True, 0.0
        member.send(TakeRequest(lot))

    def _conclude(self, idle: list[ExploreMember]) -> None:
        """Nobody has anything left: one of them finishes for all."""
        last = idle[0]
        others = [member.report for member in idle[1:] if member.report is not None]
        last.is_busy = last.is_asked = True
        last.lot = []
        last.send(ConcludeRequest([*others, *self._past]), last=True)

    # Taking in reports.

    def take(self, member: ExploreMember, event: events.Event) -> None:
        match event:
            case events.Loaded():
                self._loaded_at = self._loaded_at or time.monotonic()
            case events.PathEnded():
                self._take_path(event)
            case events.Progress(report=report):
                member.report = report
            case events.Given(entries=entries):
                member.is_asked = False
                if entries:
                    self._loose.append(entries)
                else:
                    member.ask_after = time.monotonic() + _ASK_AGAIN_SECONDS
            case events.Idle(report=report):
                member.is_busy, member.report, member.lot = False, report, []
            case events.Done(report=report):
                member.report = report
                self._finish()
            case events.Certified():
                self.certified = event
            case events.Replayed(raised=raised):
                self._replayed(member, raised)
            case events.Confined(what=what, where=where):
                self._add_reason(Reason(ReasonKind.CONFINED, where, f"tried to {what}"))
            case events.Unconfined(missing=missing):
                self._listener.unconfined(missing)
            case events.BadRequest(message=message) if member.question is None:
                raise RequestError(message)
            case events.Defect() if member.question is None:
                raise DefectError(event.text)

    def _take_path(self, event: events.PathEnded) -> None:
        if event.fingerprint in self._known:
            return
        self._known.add(event.fingerprint)
        self._counts["pruned" if event.path["outcome"] == "pruned" else "paths"] += 1
        if event.is_doubtful:
            self._doubts.append(_Doubt(event.path))
        else:
            self._listener.path(event.path, finding=event.is_finding)

    def _finish(self) -> None:
        """There is nothing left to explore."""
        self._is_explored = True
        self.report = self._merged()
        for member in list(self._pool.members):
            self._pool.dismiss(member)

    def _merged(self) -> Report | None:
        reports = [member.report for member in self._pool.members if member.report is not None]
        if not reports and not self._past:
            return None
        report = merge_reports([*reports, *self._past])
        # What a worker that was killed had explored was explored again.
        return replace(report, stats={**report.stats, **self._counts}) if self._deaths else report

    def _add_reason(self, reason: Reason) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)

    # Deaths.

    def lost(self, member: ExploreMember, death: Death) -> None:
        """A worker is gone: what it had in hand is done again, unless it was the code under test that ended it."""
        if self._is_explored and member.question is None:
            return
        if member.question is not None:
            self._ended_again(member, death)
            return
        self._deaths += 1
        if member.report is not None:
            self._past.append(_without_its_rest(member.report))
        if not death.is_foreign or self._deaths > FOREIGN_DEATHS:
            self._crashed(member, death)
        elif member.is_busy and member.lot != []:
            self._loose.append(member.lot)

    def _crashed(self, member: ExploreMember, death: Death) -> None:
        call = member.running_call
        if not member.has_loaded:
            if member.stage is Stage.IMPORTING:
                raise RequestError(f"importing {self._request.target.location} ended the process ({death.text})")
            raise DefectError(f"the worker died ({death.text})\n{member.channel.error_output}")
        if call is None:
            raise DefectError(f"the worker died ({death.text})\n{member.channel.error_output}")
        self._crash = _Crash(call, member.runs_plain, death, member.channel.error_output)
        for other in list(self._pool.members):
            self._dismiss(other)

    def _dismiss(self, member: ExploreMember) -> None:
        self._pool.end(member)
        if member.report is not None:
            self._past.append(_without_its_rest(member.report))

    def look_after(self, member: ExploreMember, now: float) -> None:
        if member.question is not None and now - member.since >= _REPLAY_SECONDS:
            self._pool.end(member)
            self._no_answer(member)

    # Calls seen once more, in processes without the engine.

    def _replay(self, question: _Crash | _Doubt) -> None:
        member = self._pool.add(ExploreMember(self._pool.channel(PLAIN), question=question, is_busy=True))
        job = ReplayJob(self._request.target, self._request.confinement, question.call, None)
        member.send(job, last=True)

    def _ask_about(self, doubt: _Doubt) -> None:
        self._doubts_seen += 1
        if doubt.record["exception"] is None or self._doubts_seen > _DOUBTS:
            self._resolve(doubt, raised=None)
        else:
            self._replay(doubt)

    def _replayed(self, member: ExploreMember, raised: str | None) -> None:
        question = member.question
        self._pool.dismiss(member)
        if isinstance(question, _Doubt):
            self._resolve(question, raised)
        elif question is not None:
            raise DefectError(
                f"the worker died ({question.death.text}) while running {question.call}, which the plain function "
                f"survives\n{question.error_output}"
            )

    def _ended_again(self, member: ExploreMember, death: Death) -> None:
        question = member.question
        if isinstance(question, _Crash) and member.has_loaded and death != Death.NONE:
            self._listener.path(_crash_record(question.call), finding=True)
        self._no_answer(member)

    def _no_answer(self, member: ExploreMember) -> None:
        """A process without the engine did not come back: nothing more is learnt from it."""
        question, member.question = member.question, None
        if isinstance(question, _Doubt):
            self._resolve(question, raised=None)
        elif question is not None:
            self._go_on_without(question)

    def _go_on_without(self, crash: _Crash) -> None:
        """Begin again without the call that ended the process, unless this happened too often."""
        detail = (
            f"the process ended ({crash.death.text}) while running {crash.call}; the search did not go on from there"
        )
        self._add_reason(Reason(ReasonKind.WORKER, None, detail))
        self._excluded.append(ExcludedCall(crash.call, crash.plain))
        if len(self._excluded) < _CRASHES:
            self._loose, self._past = [None], []
            return
        self._add_reason(Reason(ReasonKind.WORKER, None, f"{len(self._excluded)} calls ended the process"))
        self._finish()

    def _resolve(self, doubt: _Doubt, raised: str | None) -> None:
        """Report a path that was in doubt as what a process of its own showed."""
        is_shown = doubt.is_shown_by(raised)
        if not is_shown:
            detail = f"{doubt.call} failed, but was not seen to fail in a process of its own"
            self._add_reason(Reason(ReasonKind.UNREPRODUCED, None, detail))
        self._listener.path({**doubt.record, "reproduced": is_shown}, finding=is_shown)

    # Ends.

    def stopping(self) -> None:
        running = next((member for member in self._pool.members if member.running_call is not None), None)
        self.running = running.running_call if running else None

    def stopped(self) -> None:
        if not self._is_explored:
            self.report = self._merged()
        # There is no time left to look at paths that are in doubt.
        pending = [member.question for member in self._pool.members if isinstance(member.question, _Doubt)]
        for doubt in (*pending, *self._doubts):
            self._resolve(doubt, raised=None)
        self._doubts.clear()


def _without_its_rest(report: Report) -> Report:
    """The report of a worker that is gone. That it had not come to its end is no bound: somebody else does what was left."""
    if report.verdict is Verdict.BOUNDED and not report.reasons:
        return replace(report, verdict=Verdict.VERIFIED)
    return report


def _crash_record(call: str) -> PathRecord:
    arguments, keywords = _arguments_of(call)
    return {
        "call": call,
        "args": arguments,
        "kwargs": keywords,
        "outcome": "crash",
        "result": None,
        "exception": None,
        "stdout": "",
        "condition": [],
        "depth": 0,
        "contract": None,
        "reproduced": True,
    }


def _arguments_of(call: str) -> tuple[list[str], dict[str, str]]:
    import ast

    expression = ast.parse(call, mode="eval").body
    if not isinstance(expression, ast.Call):
        return [], {}
    keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in expression.keywords if keyword.arg}
    return [ast.unparse(argument) for argument in expression.args], keywords
