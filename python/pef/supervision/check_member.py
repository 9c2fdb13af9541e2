"""A worker of a check: what it has been given, what it holds, and what it is doing at this moment."""

from __future__ import annotations

import enum

from pef.protocol.finding_record import FindingRecord
from pef.protocol.trust import Trust
from pef.startup.records import Record, field
from pef.supervision.channel import Death
from pef.supervision.function_work import FunctionWork, State
from pef.supervision.pool import Member


class Activity(enum.Enum):
    """What a worker is busy with."""

    NOTHING = "nothing"
    CHECK = "check"
    CONFIRM = "confirm"


class Suspect(Record, frozen=False):
    """A call during which a worker ended, or had to be ended."""

    work: FunctionWork
    call: str
    plain: bool
    """Whether it was the plain run that did it."""
    death: Death
    hung: bool
    is_foreign: bool = False
    """Whether it may well have been somebody else who ended it."""
    kills: int = 0
    """How often in a row a process was killed while it ran the call once more."""

    def finding(self, code: str, death: Death, hang_seconds: float) -> FindingRecord:
        """The finding that it is, once it was seen to be one."""
        message = {
            "hang": f"does not return within {hang_seconds:g} s",
            "crash": f"ends the process ({death.text})",
            "memory": "runs out of memory",
        }[code]
        return FindingRecord(call=self.call, kind=code, code=code, message=message)


class Doubt(Record, frozen=False):
    """A finding that may come of what earlier runs left behind."""

    work: FunctionWork
    record: FindingRecord
    trust: Trust
    turn: int
    """In which turn of its function it was found."""
    kills: int = 0
    """How often in a row a process was killed while it ran the call once more."""

    @property
    def call(self) -> str:
        return self.record.call

    @property
    def is_turn_under_way(self) -> bool:
        return self.work.state is State.RUNNING and self.work.rounds == self.turn

    def is_shown_by(self, raised: str | None) -> bool:
        """Whether a process of its own that raised this shows the same."""
        return self.record.type is not None and raised == self.record.type.rpartition(".")[2]


class CheckMember(Member, frozen=False, eq=False):
    """A worker and its state."""

    location: str = ""
    """The module it has imported; it is never given another."""
    activity: Activity = Activity.NOTHING
    work: FunctionWork | None = None
    suspect: Suspect | Doubt | None = None
    holds: set[int] = field(default_factory=set)
    """Functions whose explorations it keeps."""
    is_asked: bool = False
    """Whether it has been asked for a part of what it explores."""
    ask_after: float = 0.0
    is_first_look: bool = False
    """Whether others wait for their first turn, so that no run of this one gets its whole time."""

    @property
    def is_busy(self) -> bool:
        return self.activity is not Activity.NOTHING

    def begin(self, activity: Activity, work: FunctionWork) -> None:
        self.activity = activity
        self.work = work
        self.is_first_look = False

    def rest(self) -> None:
        self.activity = Activity.NOTHING
        self.work = None
        self.suspect = None
