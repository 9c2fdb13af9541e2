"""What is known of each function while a check goes on: how far it has come, and what it came to.

Invariant: what a worker reported stays known when the worker is gone. A function whose worker died begins again from
the start, with the calls that ended a process left out.
"""

from __future__ import annotations

import enum
from typing import Any

from pef.project.discovery import Candidate
from pef.protocol.frontier_entries import FrontierEntry
from pef.protocol.jobs import ExcludedCall
from pef.protocol.merge_reports import merge_reports
from pef.results import Reason, ReasonKind, Report, Verdict
from pef.startup.records import Record, field
from pef.supervision.uncovered import nothing_covered


class State(enum.Enum):
    """How far a function has come."""

    WAITING = "waiting"
    """It has not been begun, or has to begin again."""
    PAUSED = "paused"
    """Its exploration is kept in a worker."""
    RUNNING = "running"
    ENDED = "ended"


class FunctionWork(Record, frozen=False):
    """One function to check."""

    number: int
    candidate: Candidate
    state: State = State.WAITING
    rounds: int = 0
    """Slices of time it has been given."""
    paths: int = 0
    """Paths of the present exploration that ended."""
    pruned: int = 0
    depth: int = 0
    report: Report | None = None
    """The last report of a worker."""
    reasons: list[Reason] = field(default_factory=list)
    """Why not more is known, as far as the supervisor knows it."""
    obstacle: str | None = None
    """Why the function cannot be run."""
    import_failed: bool = False
    has_bad_contract: bool = False
    defect: str | None = None
    """What went wrong in PEF itself."""
    refuted: bool = False
    pending: int = 0
    """Findings that are being looked at once more."""
    is_unconfirmed: bool = False
    """Whether a finding was reported because there was no time left to look at it once more."""
    excluded: list[ExcludedCall] = field(default_factory=list)
    """Calls that ended a process."""
    lost_workers: bool = False
    """Whether it was given up because its workers were killed from outside."""
    deaths: dict[str | None, int] = field(default_factory=dict)
    """How often a worker died, by the call that was running."""
    whole: FunctionWork | None = None
    """Of a part: what it is a part of."""
    entries: list[FrontierEntry] | None = None
    """Of a part: what is to be explored. It is known until the part has come to its end, so that a worker that dies
    with it loses nothing."""
    parts: list[FunctionWork] = field(default_factory=list)
    """What was handed to other workers."""
    more_calls: int = 0
    """So many more calls of methods are tried than were at first."""
    settled: Report | None = None
    """What is established with fewer calls, while more are tried."""
    is_shareable: bool = True
    cancelled: bool = False
    """Of a part: what it belongs to has to begin again, and this with it."""

    @property
    def function(self) -> FunctionWork:
        """The function that this is, or is a part of."""
        return self if self.whole is None else self.whole.function

    @property
    def had_first_look(self) -> bool:
        return self.state is State.ENDED or (self.rounds > 0 and self.state is not State.RUNNING) or self.rounds > 1

    @property
    def is_shared(self) -> bool:
        """Whether several workers explore it."""
        return bool(self.parts) or self.whole is not None

    @property
    def has_ended(self) -> bool:
        """Whether there will be no more, here or of any part."""
        return self.state is State.ENDED and all(part.has_ended for part in self.parts)

    def part(self, number: int, entries: list[FrontierEntry]) -> FunctionWork:
        """A part that was handed over."""
        part = FunctionWork(number, self.candidate, whole=self, entries=entries, excluded=self.excluded)
        self.parts.append(part)
        return part

    @property
    def shown_file(self) -> str:
        from pef.shown_path import shown

        return shown(str(self.candidate.file))

    @property
    def runnable(self) -> bool:
        return self.obstacle is None

    def begin_again(self) -> None:
        """The worker that had the exploration is gone."""
        if self.cancelled:
            return
        self.state = State.WAITING
        self.paths = self.pruned = self.depth = 0
        self._cancel_parts()

    def can_deepen(self) -> bool:
        """Whether it came to its end with nothing open but what more calls of methods would give."""
        known = self.merged_report()
        if known is None or self.report is None or not self.report.can_deepen:
            return False
        is_open = known.verdict is not Verdict.BOUNDED or not _only_depth(known)
        is_known = is_open or self.refuted or self.pending or self.all_reasons()
        return not (is_known or self.more_calls >= _MOST_MORE_CALLS)

    def deepen(self) -> None:
        """Begin again with one call more; what is known stays known until there is more."""
        self.settled = self.merged_report()
        self.more_calls += 1
        self.is_shareable = False
        self.begin_again()
        self.report = None

    def settle(self) -> None:
        """Leave it at what is established, unless the look with more calls came to its end too."""
        if self.settled is None:
            return
        is_better = self.has_ended and self.report is not None and self.report.verdict is Verdict.BOUNDED
        if not is_better or not _only_depth(self.report or self.settled):
            self.report, self.state, self.reasons = self.settled, State.ENDED, []
        self.settled = None

    def _cancel_parts(self) -> None:
        """What was handed over is explored here again."""
        for part in self.parts:
            part.state, part.cancelled = State.ENDED, True
            part._cancel_parts()
        self.parts = []

    def end(self, kind: ReasonKind, detail: str) -> None:
        """There will be no more of this function."""
        self.state = State.ENDED
        self.add_reason(kind, detail)

    def add_reason(self, kind: ReasonKind, detail: str, where: str | None = None) -> None:
        reason = Reason(kind, where, detail)
        if reason not in self.reasons:
            self.reasons.append(reason)

    def merged_report(self) -> Report | None:
        """The last reports of this and all its parts as one."""
        if self.settled is not None:
            return self.settled
        parts = (part.merged_report() for part in self.parts)
        reports = [report for report in (self.report, *parts) if report is not None]
        return merge_reports(reports) if reports else None

    def all_reasons(self) -> list[Reason]:
        """What the supervisor knows of this and all its parts."""
        reasons = list(self.reasons)
        for part in self.parts:
            reasons += [reason for reason in part.all_reasons() if reason not in reasons]
        return reasons

    def count_paths(self) -> int:
        return self.paths + sum(part.count_paths() for part in self.parts)

    @property
    def lacks_a_path(self) -> bool:
        """Whether it came to its end in parts, none of which knows a path: then nobody looked why."""
        report = self.merged_report()
        return bool(
            self.parts
            and report is not None
            and not report.reasons
            and not report.stats["paths"] + report.stats["pruned"]
        )

    def summary(self) -> dict[str, Any]:
        """The function as the reports show it."""
        known = self.merged_report()
        if known is None:
            coverage = nothing_covered(self.candidate.file, self.candidate.target.qualname)
            known = Report(Verdict.BOUNDED)
        else:
            coverage = known.coverage.to_json()
        stats = known.stats or {"paths": self.paths, "pruned": self.pruned, "depth": self.depth, "seconds": 0.0}
        return {
            "target": self.candidate.target.text,
            "verdict": self._verdict(known.verdict).value,
            "reasons": [reason.to_json() for reason in (*known.reasons, *self.all_reasons())],
            "assumed": known.assumed,
            "coverage": coverage,
            "stats": dict(stats),
        }

    def _is_wholly_reported(self) -> bool:
        return self.report is not None and all(part._is_wholly_reported() for part in self.parts)

    def _verdict(self, known: Verdict) -> Verdict:
        if self.refuted:
            return Verdict.REFUTED
        reasons = self.all_reasons()
        # What a worker took for an error, and nobody could confirm, is not known to be one.
        is_unknown = known in (Verdict.UNKNOWN, Verdict.REFUTED)
        if self.obstacle is not None or is_unknown or any(reason.kind in _GAPS for reason in reasons):
            return Verdict.UNKNOWN
        if not self._is_wholly_reported() or reasons or known is Verdict.BOUNDED:
            return Verdict.BOUNDED
        return known


def _only_depth(report: Report) -> bool:
    """Whether nothing but the depth keeps a report from saying more."""
    return all(reason.kind is ReasonKind.DEPTH for reason in report.reasons)


# Sequences of calls grow fast with their length.
_MOST_MORE_CALLS = 2
# Reasons of the supervisor that are no stated bound.
_GAPS = frozenset(
    {
        ReasonKind.NOT_RUNNABLE,
        ReasonKind.WORKER,
        ReasonKind.CONFINED,
        ReasonKind.SOLVER,
        ReasonKind.DEFECT,
        ReasonKind.UNREPRODUCED,
    }
)
