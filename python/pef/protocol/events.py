"""What a worker tells its supervisor. The list is closed."""

from __future__ import annotations

import enum
from typing import Any, ClassVar

from pef.protocol import VERSION
from pef.protocol.finding_record import FindingRecord
from pef.protocol.frontier_entries import FrontierEntry
from pef.protocol.messages import Codec, Message, Vocabulary, enumeration, of, optional, sequence
from pef.protocol.reports import REPORT
from pef.protocol.trust import Trust
from pef.results import Report

PathRecord = dict[str, Any]
"""A path as the JSON report shows it."""


class Started(Message):
    """A job was begun; its module is imported next."""

    tag: ClassVar[str] = "started"

    version: int = VERSION


class Loaded(Message):
    """The target is imported and can be called."""

    tag: ClassVar[str] = "loaded"


class RefusalStage(enum.Enum):
    """How far a function came that cannot be run."""

    IMPORT = "import"
    CONTRACT = "contract"
    PREPARE = "prepare"


class Refused(Message):
    """The function cannot be run."""

    tag: ClassVar[str] = "refused"
    codecs: ClassVar[dict[str, Codec]] = {"stage": enumeration(RefusalStage)}

    stage: RefusalStage
    message: str


class PathEnded(Message):
    """One path of an exploration that reports every path."""

    tag: ClassVar[str] = "path"

    path: PathRecord
    is_finding: bool
    is_doubtful: bool
    fingerprint: int
    """By which it is known again where another worker takes it."""


class PathChecked(Message):
    """One path of a check, which is only counted unless it shows an error."""

    tag: ClassVar[str] = "checked"
    codecs: ClassVar[dict[str, Codec]] = {
        "finding": optional(of(FindingRecord)),
        "trust": optional(enumeration(Trust)),
    }

    is_pruned: bool
    depth: int
    finding: FindingRecord | None = None
    trust: Trust | None = None


class _WithReport(Message):
    codecs: ClassVar[dict[str, Codec]] = {"report": REPORT}

    report: Report


class Progress(_WithReport):
    """A snapshot, in case that the process is cut off."""

    tag: ClassVar[str] = "progress"


class Idle(_WithReport):
    """Nothing is left of what was handed over."""

    tag: ClassVar[str] = "idle"


class Paused(_WithReport):
    """The slice of time is over; the exploration is kept."""

    tag: ClassVar[str] = "paused"


class Postponed(Message):
    """A run took too long for a first look; the function begins again when all others had theirs."""

    tag: ClassVar[str] = "postponed"


class Done(_WithReport):
    """The exploration came to its end."""

    tag: ClassVar[str] = "done"


class Given(Message):
    """A part of the frontier, as asked for; it may be empty."""

    tag: ClassVar[str] = "given"
    codecs: ClassVar[dict[str, Codec]] = {"entries": sequence(of(FrontierEntry))}

    entries: list[FrontierEntry]


class Replayed(Message):
    """A call was evaluated on the plain module."""

    tag: ClassVar[str] = "replayed"

    raised: str | None
    """The name of the exception's class."""
    was_called: bool
    """Whether the text could be evaluated at all."""


class Certified(Message):
    """The certificate of an exploration that ended `verified`, or why there is none."""

    tag: ClassVar[str] = "certified"

    content: dict[str, Any] | None
    problem: str | None = None


class Reran(Message):
    """One call of a certificate was evaluated; without a reply, it was the last."""

    tag: ClassVar[str] = "reran"

    reply: dict[str, Any] | None


class Confined(Message):
    """The code under test tried something that it is not allowed to do."""

    tag: ClassVar[str] = "confined"

    what: str
    where: str | None


class Unconfined(Message):
    """The kernel cannot enforce these parts of the confinement."""

    tag: ClassVar[str] = "unconfined"

    missing: list[str]


class BadRequest(Message):
    """The user asked for what cannot be done."""

    tag: ClassVar[str] = "bad request"

    message: str


class Defect(Message):
    """Something went wrong in PEF itself."""

    tag: ClassVar[str] = "defect"

    message: str
    traceback: str

    @property
    def text(self) -> str:
        return f"{self.message}\n{self.traceback.rstrip()}"


class RunBegun(Message):
    """A call is about to run; said as an event only where it does not fit into shared memory."""

    tag: ClassVar[str] = "run begun"

    call: str
    plain: bool


class RunEnded(Message):
    """The call that was announced by an event came back."""

    tag: ClassVar[str] = "run ended"


Event = Message

EVENTS = Vocabulary(
    "event",
    (
        PathEnded,
        PathChecked,
        Progress,
        Given,
        Idle,
        Paused,
        Postponed,
        Done,
        Replayed,
        Certified,
        Reran,
        Started,
        Loaded,
        Refused,
        Confined,
        Unconfined,
        BadRequest,
        Defect,
        RunBegun,
        RunEnded,
    ),
)
