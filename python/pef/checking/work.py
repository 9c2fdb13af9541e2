"""What is known of each function while a check goes on: how far it has come, and what it came to.

Invariant: what a worker reported stays known when the worker is gone. A function whose worker died begins again from
the start, with the calls that ended a process left out.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from pef.checking.discovery import Candidate


class State(enum.Enum):
    """How far a function has come."""

    WAITING = "waiting"
    """It has not been begun, or has to begin again."""
    PAUSED = "paused"
    """Its exploration is kept in a worker."""
    RUNNING = "running"
    ENDED = "ended"


@dataclass(slots=True)
class FunctionWork:
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
    report: dict[str, Any] | None = None
    """The last report of a worker."""
    reasons: list[dict[str, Any]] = field(default_factory=list)
    """Why not more is known, as far as the supervisor knows it."""
    obstacle: str | None = None
    """Why the function cannot be run."""
    import_failed: bool = False
    defect: str | None = None
    """What went wrong in PEF itself."""
    refuted: bool = False
    excluded: list[dict[str, Any]] = field(default_factory=list)
    """Calls that ended a process."""
    lost_workers: bool = False
    """Whether it was given up because its workers were killed from outside."""
    deaths: dict[str | None, int] = field(default_factory=dict)
    """How often a worker died, by the call that was running."""

    @property
    def shown_file(self) -> str:
        from pef.paths import shown

        return shown(str(self.candidate.file))

    @property
    def runnable(self) -> bool:
        return self.obstacle is None

    def begin_again(self) -> None:
        """The worker that had the exploration is gone."""
        self.state = State.WAITING
        self.paths = self.pruned = self.depth = 0

    def end(self, kind: str, detail: str) -> None:
        """There will be no more of this function."""
        self.state = State.ENDED
        self.add_reason(kind, detail)

    def add_reason(self, kind: str, detail: str, where: str | None = None) -> None:
        reason = {"kind": kind, "where": where, "detail": detail}
        if reason not in self.reasons:
            self.reasons.append(reason)

    def summary(self) -> dict[str, Any]:
        """The function as the reports show it."""
        known = self.report or {"verdict": "bounded", "reasons": [], "coverage": None, "stats": {}, "assumed": {}}
        reasons = [*known["reasons"], *self.reasons]
        stats = dict(known["stats"])
        if not stats:
            stats = {"paths": self.paths, "pruned": self.pruned, "depth": self.depth, "seconds": 0.0}
        return {
            "target": self.candidate.target.text,
            "verdict": self._verdict(known["verdict"]),
            "reasons": reasons,
            "assumed": known.get("assumed", {}),
            "coverage": known["coverage"],
            "stats": stats,
        }

    def _verdict(self, known: str) -> str:
        if self.refuted:
            return "refuted"
        if self.obstacle is not None or known == "unknown" or any(r["kind"] in _GAPS for r in self.reasons):
            return "unknown"
        if self.report is None or self.reasons or known == "bounded":
            return "bounded"
        return known


# Reasons of the supervisor that are no stated bound.
_GAPS = frozenset({"not-runnable", "worker", "confined", "solver", "defect"})
