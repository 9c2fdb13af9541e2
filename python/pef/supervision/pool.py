"""The worker processes of one command, in one event loop: started, fed, watched, replaced and ended here.

A plan says what to run next and what to make of events. Invariants: the time limit holds whatever workers do; an interrupt
is noticed between events, never in the middle of one; everything a worker wrote before it ended is read and counts;
whoever is in the pool when a command ends is ended with it.
Rejected: threads, which can cut a report in the middle of a line.
"""

from __future__ import annotations

import enum
import selectors
import time
from typing import Generic, Protocol, TypeVar

from pef.protocol.events import Event, Loaded, Started
from pef.protocol.jobs import Job, Request
from pef.startup.records import Record
from pef.supervision.channel import Channel, Death
from pef.supervision.interrupts import Interrupts
from pef.supervision.process import Worker, end_worker, start_worker

LOOK_SECONDS = 0.5
"""A plan waits no longer than this before it looks again: a child that the code under test forked can hold a pipe open after
the worker is gone, so its end is not the only sign of death that is looked for."""
GRACE_SECONDS = 2.0
"""What ends by itself as a rule is given this much longer to do so."""
FOREIGN_DEATHS = 50
"""A worker can be killed by others, which says nothing about the function; but not for ever."""

# What the engine keeps back of the time limit to end by itself and report, before it is ended from here.
_RESERVE_SECONDS = 0.3
_RESERVE_SHARE = 0.1
_LEAST_SECONDS = 0.001


class Ending(enum.Enum):
    """How a command ended."""

    DONE = "done"
    TIME = "time"
    INTERRUPTED = "interrupted"


class Stage(enum.Enum):
    """How far a worker has come."""

    STARTING = "starting"
    IMPORTING = "importing"
    """It imports the target."""
    RUNNING = "running"


class Member(Record, frozen=False, eq=False):
    """A worker in the pool; plans derive from it what they need to know."""

    channel: Channel
    stage: Stage = Stage.STARTING
    since: float = 0.0
    """When it last gave a sign of life."""
    beats: int = 0
    errors_open: bool = True

    @property
    def has_loaded(self) -> bool:
        return self.stage is Stage.RUNNING

    @property
    def running_call(self) -> str | None:
        """The call that it runs, or ran when it ended."""
        running = self.channel.running
        return running[0] if running else None

    @property
    def runs_plain(self) -> bool:
        running = self.channel.running
        return running is not None and running[1]

    def send(self, message: Job | Request, *, last: bool = False) -> None:
        """Give it a job; after the `last` one it ends by itself."""
        self.since = time.monotonic()
        self.channel.send(message, last=last)

    def silent_for(self, now: float) -> float:
        """For how long it has given no sign of life."""
        beats = self.channel.beats()
        if beats != self.beats:
            self.beats, self.since = beats, now
        return now - self.since


M = TypeVar("M", bound=Member)
P = TypeVar("P", bound=Member, contravariant=True)


class Plan(Protocol[P]):
    """What a command wants of its workers."""

    def assign(self) -> float:
        """Give everybody something to do; how long to wait at most before asking again."""

    def is_done(self) -> bool: ...

    def take(self, member: P, event: Event) -> None:
        """A worker told something."""

    def lost(self, member: P, death: Death) -> None:
        """A worker ended that nobody ended; it is in the pool no more."""

    def look_after(self, member: P, now: float) -> None:
        """A worker is alive: whether it gets on is for the plan to judge."""

    def stopping(self) -> None:
        """All workers are about to be ended; what they had still to say follows."""

    def stopped(self) -> None:
        """All workers have ended, and nothing more comes; they are in the pool for the last time."""


class Pool(Generic[M]):
    """The workers of one command."""

    def __init__(self, *, deadline: float | None, verbose: bool, ready: Worker | None = None) -> None:
        self.deadline = deadline
        self.members: list[M] = []
        self._verbose = verbose
        self._ready = ready
        """A worker started in advance."""
        self._plan: Plan[M]
        self._selector = selectors.DefaultSelector()

    def remaining(self) -> float | None:
        """Seconds until the time limit."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    def seconds_for_engine(self) -> float | None:
        """The time limit of a job that begins now."""
        remaining = self.remaining()
        if remaining is None:
            return None
        return max(remaining - min(_RESERVE_SECONDS, remaining * _RESERVE_SHARE), _LEAST_SECONDS)

    def run(self, plan: Plan[M], interrupts: Interrupts) -> Ending:
        """Carry out a plan until it is done, the time is up, or the user has had enough."""
        self._plan = plan
        self._selector.register(interrupts.descriptor, selectors.EVENT_READ, None)
        try:
            while not plan.is_done():
                if interrupts.number is not None:
                    return self._stop(Ending.INTERRUPTED)
                remaining = self.remaining()
                if remaining is not None and remaining <= 0:
                    return self._stop(Ending.TIME)
                patience = min(plan.assign(), LOOK_SECONDS)
                if plan.is_done():
                    break
                self._wait(patience if remaining is None else min(patience, remaining))
            return self._stop(Ending.DONE)
        finally:
            for member in self.members:
                member.channel.close()
            if self._ready is not None:
                end_worker(self._ready)
            self._selector.close()

    def channel(self, role: str) -> Channel:
        """A new worker, or the one that was started in advance."""
        if self._ready is not None and self._ready.role == role:
            worker, self._ready = self._ready, None
        else:
            worker = start_worker(role)
        return Channel(worker, verbose=self._verbose)

    def start_ahead(self, role: str) -> None:
        """Start a worker that will be needed: it loads while the others work."""
        if self._ready is None:
            self._ready = start_worker(role)

    def add(self, member: M) -> M:
        member.since = time.monotonic()
        self.members.append(member)
        self._selector.register(member.channel.events, selectors.EVENT_READ, member)
        self._selector.register(member.channel.errors, selectors.EVENT_READ, member)
        return member

    def end(self, member: M) -> Death:
        """End a worker, hand on what it had still to say, and tell how it ended."""
        death = member.channel.death()
        self._take_all(member, member.channel.stop())
        self.dismiss(member)
        return death

    def dismiss(self, member: M) -> None:
        """End a worker whose last words nobody wants to hear."""
        if member not in self.members:
            return
        self.members.remove(member)
        self._selector.unregister(member.channel.events)
        if member.errors_open:
            self._selector.unregister(member.channel.errors)
        member.channel.close()

    def _wait(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            # One event may end the worker that the next one is of.
            if key.data is not None and key.data in self.members:
                self._read(key.data, key.fd)
        now = time.monotonic()
        for member in list(self.members):
            if member not in self.members or self._plan.is_done():
                continue
            if member.channel.is_alive():
                self._plan.look_after(member, now)
            else:
                self._plan.lost(member, self.end(member))

    def _read(self, member: M, descriptor: int) -> None:
        if descriptor == member.channel.errors:
            if not member.channel.read_errors():
                self._selector.unregister(descriptor)
                member.errors_open = False
            return
        events, any_read = member.channel.read_events()
        self._take_all(member, events)
        if not any_read and member in self.members and not self._plan.is_done():
            # The end of the pipe is seen a moment before the process is gone.
            member.channel.wait_for_end(GRACE_SECONDS)
            self._plan.lost(member, self.end(member))

    def _take_all(self, member: M, events: list[Event]) -> None:
        for event in events:
            member.since = time.monotonic()
            match event:
                case Started():
                    member.stage = Stage.IMPORTING if member.stage is Stage.STARTING else member.stage
                case Loaded():
                    member.stage = Stage.RUNNING
            self._plan.take(member, event)

    def _stop(self, ending: Ending) -> Ending:
        """End everybody. They may finish while they are being stopped: then nothing was cut."""
        if not self._plan.is_done():
            self._plan.stopping()
            for member in list(self.members):
                self._take_all(member, member.channel.stop())
        result = Ending.DONE if self._plan.is_done() else ending
        self._plan.stopped()
        return result
