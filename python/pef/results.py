"""What an exploration finds: paths, verdicts, reasons, coverage. Plain data, filled in by the engine.

Invariant: outcomes are closed enums, and "could not decide" has values of its own. Every object carries both real
Python values (for the library) and the text of them (for reports); the text is made where the value lives, because
the command never has the value: it is in another process.
"""

from __future__ import annotations

import enum
from typing import Any

from pef.startup.records import Record, field


class Verdict(enum.Enum):
    """What a run of a target established."""

    VERIFIED = "verified"
    """Every path was explored and nothing was approximated."""
    REFUTED = "refuted"
    """An error was reproduced."""
    BOUNDED = "bounded"
    """No error within the stated bounds."""
    UNKNOWN = "unknown"
    """Something could not be decided."""


class Outcome(enum.Enum):
    """How one path ended."""

    RETURNED = "returned"
    RAISED = "raised"
    PRUNED = "pruned"
    """The path goes on beyond the depth bound: it was run, its neighbours were not. What came out may be an error, but its
    condition ends at the bound, so that other inputs under it may do something else."""
    HANG = "hang"
    CRASH = "crash"
    MEMORY = "memory"


class ContractStatus(enum.Enum):
    """What the path said about the contract of the function."""

    OK = "ok"
    VIOLATED = "violated"


class Decision(Record):
    """One point at which the path could have gone another way."""

    kind: str
    """What was decided: `branch`, `divisor`, `index`, …"""
    where: str | None
    condition: str
    """The condition as Python, as it held on this path."""
    forced: bool
    """Whether the other side is known to be infeasible; such decisions do not count towards the depth."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "where": self.where, "condition": self.condition, "forced": self.forced}


class Path(Record):
    """One path: an input that takes it, and what the un-instrumented function did with that input."""

    call: str
    """An expression that takes this path when the module of the target is imported."""
    outcome: Outcome
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    argument_texts: list[str] = field(default_factory=list)
    keyword_texts: dict[str, str] = field(default_factory=dict)
    inputs: tuple[list[Any], dict[str, Any]] = field(default=([], {}), repr=False, compare=False)
    """The arguments with descriptions in place of objects, behind the values of globals."""
    result: Any = None
    result_text: str | None = None
    """The result as an expression, as it was when the function returned it; `None` where it did not."""
    exception: BaseException | None = None
    exception_message: str | None = None
    """`str(exception)` as it was when it was raised; what the exception refers to may have changed since."""
    where: str | None = None
    """`file:line` at which the exception was raised."""
    stdout: str = ""
    condition: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    depth: int = 0
    contract: ContractStatus | None = None
    kind: str | None = None
    """What kind of error the path shows: `exception`, `assertion`, `precondition`, `postcondition`, `invariant`."""
    broken: str | None = None
    """The clause of a contract that does not hold, and whose it is."""
    reproduced: bool = False
    is_error: bool = False
    """Whether the exception counts as an error of the code (see docs/verdicts.md); one raised on purpose does not."""
    is_doubtful: bool = False
    """Whether it may come of what other runs left behind, and so has to be seen in a process of its own to count."""

    @property
    def is_finding(self) -> bool:
        """Whether this path shows an error: an exception the contract does not allow, a broken contract, a crash.

        Only what was reproduced counts.
        """
        if not self.reproduced:
            return False
        if self.contract is ContractStatus.VIOLATED:
            return True
        if self.outcome in (Outcome.RAISED, Outcome.PRUNED):
            return self.is_error and self.contract is not ContractStatus.OK
        return self.outcome in FAILURES

    def to_json(self) -> dict[str, Any]:
        """The object of the JSON report; what does not apply is null. Only a path that shows an error has a kind."""
        exception = None
        if self.exception is not None:
            exception = {
                "type": type(self.exception).__qualname__,
                "message": self.exception_message,
                "where": self.where,
            }
        found = {"kind": self.kind, "broken": self.broken} if self.kind else {}
        return {
            "call": self.call,
            "args": self.argument_texts,
            "kwargs": self.keyword_texts,
            "outcome": self.outcome.value,
            "result": self.result_text,
            "exception": exception,
            "stdout": self.stdout,
            "condition": self.condition,
            "depth": self.depth,
            "contract": self.contract.value if self.contract else None,
            "reproduced": self.reproduced,
            **found,
        }


INTS_AS_TEXT = "ints as text"
"""What is assumed besides types: that numbers which become text have no more digits than the interpreter writes."""

FAILURES = frozenset({Outcome.RAISED, Outcome.HANG, Outcome.CRASH, Outcome.MEMORY})


class ReasonKind(enum.Enum):
    """Why a verdict is not stronger."""

    DEPTH = "depth"
    PATHS = "paths"
    VALUES = "values"
    """One decision (a code point, a free int) has more values than are tried."""
    TIME = "time"
    SIZE = "size"
    """A returned iterator was consumed only up to a bound."""
    CONCRETISED = "concretised"
    SOLVER = "solver"
    DIVERGENCE = "divergence"
    UNREPRODUCED = "unreproduced"
    """A candidate error that the un-instrumented function did not show."""
    STATE = "state"
    """A run changed something outside of it that could not be put back."""
    INTERRUPTED = "interrupted"
    WORKER = "worker"
    """The process that ran the code under test died."""
    SURROUNDINGS = "surroundings"
    """The program asked for what is not among its inputs: the time, random numbers, files."""
    CONFINED = "confined"
    """The program tried something that it is not allowed to do."""
    NOT_RUNNABLE = "not-runnable"
    """The function cannot be called, or its module does not import."""
    DEFECT = "defect"
    """Something went wrong in PEF itself."""


class Reason(Record):
    """One reason why a verdict is not stronger, and where it arose."""

    kind: ReasonKind
    where: str | None = None
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "where": self.where, "detail": self.detail}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Reason:
        return cls(ReasonKind(values["kind"]), values["where"], values["detail"])


class Coverage(Record):
    """Sides of branches in the target: how many there are, how many ran, which did not."""

    sides: list[tuple[str, bool]] = field(default_factory=list)
    """Each side, and whether it ran."""

    @property
    def branches(self) -> int:
        return len(self.sides)

    @property
    def covered(self) -> int:
        return sum(ran for _, ran in self.sides)

    @property
    def missing(self) -> list[str]:
        return [side for side, ran in self.sides if not ran]

    def to_json(self) -> dict[str, Any]:
        return {"branches": self.branches, "covered": self.covered, "missing": self.missing}


class Report(Record):
    """What a whole run established."""

    verdict: Verdict
    reasons: list[Reason] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)
    stats: dict[str, int | float] = field(default_factory=dict)
    findings: list[Path] = field(default_factory=list)
    """The paths that show an error (`pef.check` fills it in)."""
    assumed: dict[str, str] = field(default_factory=dict)
    """By parameter: the type that was assumed where none is declared, and by what it is about, what else was assumed. The
    verdict holds for these only."""
    can_deepen: bool = False
    """Whether more calls on objects than were tried could show more."""

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict.value,
            "reasons": [reason.to_json() for reason in self.reasons],
            "assumed": self.assumed,
            "coverage": self.coverage.to_json(),
            "stats": self.stats,
        }
