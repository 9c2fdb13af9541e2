"""One worker of a crew: what it has been given, what it holds, and what it is doing at this moment."""

from __future__ import annotations

import enum
import time
from dataclasses import dataclass, field

from pef.channel import Channel
from pef.checking.work import FunctionWork


class Duty(enum.Enum):
    """What a worker is busy with."""

    NOTHING = "nothing"
    CHECK = "check"
    CONFIRM = "confirm"


@dataclass(slots=True)
class Suspect:
    """A call during which a worker ended, or had to be ended."""

    work: FunctionWork
    call: str
    plain: bool
    """Whether it was the plain run that did it."""
    death: str
    hung: bool


@dataclass(slots=True, eq=False)
class Member:
    """A worker and its state."""

    channel: Channel
    location: str
    """The module it has imported; it is never given another."""
    duty: Duty = Duty.NOTHING
    work: FunctionWork | None = None
    suspect: Suspect | None = None
    holds: set[int] = field(default_factory=set)
    """Functions whose explorations it keeps."""
    loaded: bool = False
    call: str | None = None
    plain: bool = False
    since: float = 0.0
    """When it last gave a sign of life."""
    errors_open: bool = True

    def begin(self, duty: Duty, work: FunctionWork) -> None:
        self.duty = duty
        self.work = work
        self.call = None
        self.since = time.monotonic()

    def rest(self) -> None:
        self.duty = Duty.NOTHING
        self.work = None
        self.suspect = None
        self.call = None
