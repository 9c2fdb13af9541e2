"""One worker of a crew: what it has been given, what it holds, and what it is doing at this moment."""

from __future__ import annotations

import enum
import time
from typing import Any, ClassVar

from pef.channel import Channel
from pef.checking.trust import Trust
from pef.checking.work import FunctionWork, State
from pef.records import Record, field


class Duty(enum.Enum):
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
    death: str
    hung: bool
    foreign: bool = False
    """Whether it may well have been somebody else who ended it."""
    kills: int = 0
    """How often in a row a process was killed while it ran the call once more."""

    def record(self, kind: str, death: str, hang_seconds: float) -> dict[str, Any]:
        """The finding that it is, once it was seen to be one."""
        message = {
            "hang": f"does not return within {hang_seconds:g} s",
            "crash": f"ends the process ({death})",
            "memory": "runs out of memory",
        }[kind]
        return {
            "path": None,
            "line": None,
            "function": None,
            "kind": kind,
            "code": kind,
            "type": None,
            "message": message,
            "call": self.call,
            "condition": [],
            "traceback": [],
            "reproduced": True,
        }


class Doubt(Record, frozen=False):
    """A finding that may come of what earlier runs left behind."""

    work: FunctionWork
    record: dict[str, Any]
    trust: Trust
    turn: int
    """In which turn of its function it was found."""
    kills: int = 0
    """How often in a row a process was killed while it ran the call once more."""
    hung: ClassVar[bool] = False

    @property
    def call(self) -> str:
        return str(self.record["call"])

    @property
    def is_turn_under_way(self) -> bool:
        return self.work.state is State.RUNNING and self.work.rounds == self.turn

    def is_shown_by(self, raised: str | None) -> bool:
        """Whether a process of its own that raised this shows the same."""
        kind: str | None = self.record["type"]
        return kind is not None and raised == kind.rpartition(".")[2]


class Member(Record, frozen=False, eq=False):
    """A worker and its state."""

    channel: Channel
    location: str
    """The module it has imported; it is never given another."""
    duty: Duty = Duty.NOTHING
    work: FunctionWork | None = None
    suspect: Suspect | Doubt | None = None
    holds: set[int] = field(default_factory=set)
    """Functions whose explorations it keeps."""
    loaded: bool = False
    since: float = 0.0
    """When it last gave a sign of life."""
    beats: int = 0
    errors_open: bool = True
    is_asked: bool = False
    """Whether it has been asked for a part of what it explores."""
    ask_after: float = 0.0
    is_first_look: bool = False
    """Whether others wait for their first turn, so that no run of this one gets its whole time."""

    def begin(self, duty: Duty, work: FunctionWork) -> None:
        self.duty = duty
        self.work = work
        self.is_first_look = False
        self.since = time.monotonic()

    def rest(self) -> None:
        self.duty = Duty.NOTHING
        self.work = None
        self.suspect = None

    def silent_for(self, now: float) -> float:
        """For how long it has given no sign of life."""
        beats = self.channel.beats()
        if beats != self.beats:
            self.beats, self.since = beats, now
        return now - self.since
