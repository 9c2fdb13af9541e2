"""What a supervisor asks of a worker: jobs, and requests while one is under way. The list is closed."""

from __future__ import annotations

from typing import Any, ClassVar

from pef.options import Options
from pef.protocol import VERSION
from pef.protocol.frontier_entries import FrontierEntry
from pef.protocol.messages import Codec, Message, Vocabulary, of, optional, sequence
from pef.protocol.reports import REPORT
from pef.results import Report
from pef.target import Target

Confinement = dict[str, Any]
"""What the code under test may do (`pef.confinement.permissions`); without one it is not confined."""

_ENTRIES = optional(sequence(of(FrontierEntry)))


class ExcludedCall(Message):
    """A call that ended a process, and is not run again."""

    call: str
    plain: bool
    """Whether it was its plain run that did; otherwise it is not run at all."""


_EXPLORATION: dict[str, Codec] = {
    "target": of(Target),
    "options": of(Options),
    "excluded": sequence(of(ExcludedCall)),
    "entries": _ENTRIES,
}


class ExploreJob(Message):
    """Report every path of a function, and hand over parts of its frontier when asked to."""

    tag: ClassVar[str] = "explore"
    codecs: ClassVar[dict[str, Codec]] = _EXPLORATION

    target: Target
    options: Options
    confinement: Confinement | None
    excluded: list[ExcludedCall]
    entries: list[FrontierEntry] | None
    """Where to begin; nothing stands for the whole function."""
    certificate: bool = False
    """Whether a certificate of `verified` is wanted; then nothing is handed over."""
    version: int = VERSION


class CheckJob(Message):
    """Look for errors of a function for a slice of time; the exploration is kept for the next slice."""

    tag: ClassVar[str] = "check"
    codecs: ClassVar[dict[str, Codec]] = _EXPLORATION

    target: Target
    options: Options
    confinement: Confinement | None
    excluded: list[ExcludedCall]
    entries: list[FrontierEntry] | None
    number: int
    """Of the function, by which the worker knows an exploration that it keeps."""
    is_fresh: bool
    """Whether to begin anew even if it keeps one."""
    seconds: float
    """The slice."""
    hang_seconds: float
    first_look_seconds: float | None
    """While other functions wait for their first turn: the longest that one run may take."""
    version: int = VERSION


class ReplayJob(Message):
    """Evaluate one call on the plain module, without the engine."""

    tag: ClassVar[str] = "replay"
    codecs: ClassVar[dict[str, Codec]] = {"target": of(Target)}

    target: Target
    confinement: Confinement | None
    call: str
    seconds: float | None
    """After which the process is ended: a little earlier it says where it is."""
    version: int = VERSION


class RerunJob(Message):
    """Evaluate the calls of a certificate on the plain module, and say of each what its variables are and which lines run."""

    tag: ClassVar[str] = "rerun"
    codecs: ClassVar[dict[str, Codec]] = {"target": of(Target)}

    target: Target
    confinement: Confinement | None
    variables: list[Any]
    texts: list[Any]
    assume: list[Any]
    ensure: list[Any]
    files: list[str]
    """The sources whose lines count."""
    calls: list[dict[str, Any]]
    version: int = VERSION


class GiveRequest(Message):
    """Hand over about half of the frontier."""

    tag: ClassVar[str] = "give"


class TakeRequest(Message):
    """Explore what another worker handed over."""

    tag: ClassVar[str] = "take"
    codecs: ClassVar[dict[str, Codec]] = {"entries": sequence(of(FrontierEntry))}

    entries: list[FrontierEntry]


class ConcludeRequest(Message):
    """Nobody has anything left: finish for all, whose reports these are."""

    tag: ClassVar[str] = "conclude"
    codecs: ClassVar[dict[str, Codec]] = {"reports": sequence(REPORT)}

    reports: list[Report]


Job = ExploreJob | CheckJob | ReplayJob | RerunJob
Request = GiveRequest | TakeRequest | ConcludeRequest

JOBS = Vocabulary("job", (ExploreJob, CheckJob, ReplayJob, RerunJob, GiveRequest, TakeRequest, ConcludeRequest))
