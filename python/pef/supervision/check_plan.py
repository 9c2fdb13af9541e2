"""The plan of `check`: many functions share the workers and the time.

Invariants: nothing here waits for a worker; what a worker reported before it died counts. A function whose worker died
begins again, with the calls that ended a process left out. Findings that a worker alone does not establish go to
`confirmations` first.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from pef.errors import DefectError
from pef.options import Options
from pef.protocol import events
from pef.protocol.events import RefusalStage
from pef.protocol.finding_record import FindingRecord
from pef.protocol.frontier_entries import FrontierEntry
from pef.protocol.jobs import CheckJob, Confinement, GiveRequest
from pef.protocol.role import CHECK
from pef.protocol.trust import Trust
from pef.results import ReasonKind
from pef.startup.records import Record, replace
from pef.supervision.channel import Death
from pef.supervision.check_member import Activity, CheckMember, Doubt, Suspect
from pef.supervision.confirmations import OWN_DEATHS, Confirmations
from pef.supervision.function_work import FunctionWork, State
from pef.supervision.pool import FOREIGN_DEATHS, GRACE_SECONDS, LOOK_SECONDS, Pool
from pef.supervision.schedule import Schedule, prefer_free_modules

# In the first look at a function no run gets longer than this: a function that hangs is not to keep others waiting.
_FIRST_RUN_SECONDS = 0.5
# Between runs a worker solves and imports; one that says nothing for so long will not.
_SILENCE_SECONDS = 30.0
# What is done before help could be there needs none.
_ALONE_SECONDS = 0.3
# Whoever had nothing to give is asked again after so long.
_ASK_AGAIN_SECONDS = 0.02
_KEPT_WORKERS = 16
# A look with more calls of methods than at first gets this much time.
_DEEPER_SECONDS = 3.0


class CheckRequest(Record):
    """How functions are checked."""

    options: Options
    workers: int
    hang_seconds: float
    confinement: Confinement | None


class CheckListener(Protocol):
    """Who is told what a check finds."""

    def finding(self, work: FunctionWork, record: FindingRecord) -> None:
        """A function was seen to fail."""

    def turn_ended(self, work: FunctionWork) -> None:
        """The findings of a function so far can be shown."""

    def progress(self) -> None:
        """Something happened."""

    def unconfined(self, missing: list[str]) -> None:
        """The kernel cannot enforce something."""


class CheckPlan:
    """One run."""

    def __init__(
        self,
        works: Sequence[FunctionWork],
        request: CheckRequest,
        pool: Pool[CheckMember],
        listener: CheckListener,
    ) -> None:
        self._works = list(works)
        """The functions, and parts of them that were handed from one worker to another."""
        self._request = request
        self._pool = pool
        self._listener = listener
        self._schedule = Schedule(self._works, request.workers)
        self._confirmations = Confirmations(pool, self, listener, request)
        self._is_stopping = False
        self._is_done = False

    def is_done(self) -> bool:
        return self._is_done or (self._is_stopping and all(work.state is State.ENDED for work in self._works))

    # Giving out work.

    def assign(self) -> float:
        while True:
            if self._confirmations.begin_next(self._free_places(), self._schedule.all_had_first_look()):
                continue
            if not self._free_places():
                break
            if (chosen := self._choose()) is not None:
                self._check(*chosen)
            else:
                self._ask_for_parts()
                break
        self._retire()
        self._is_done = not any(member.is_busy for member in self._pool.members)
        return LOOK_SECONDS

    def _free_places(self) -> int:
        """For how many more workers there is room; whoever looks at a doubt takes none away."""
        busy = [one for one in self._pool.members if one.is_busy and not isinstance(one.suspect, Doubt)]
        return self._request.workers - len(busy)

    def _ask_for_parts(self) -> None:
        """There is room for more workers than there are functions: one that works hands over a part of its own."""
        now = time.monotonic()
        for member in self._pool.members:
            work = member.work
            if member.is_asked or member.activity is not Activity.CHECK or work is None:
                continue
            can_share = work.function.is_shareable and self._request.options.paths is None
            if can_share and member.has_loaded and now >= member.ask_after:
                member.is_asked = True
                member.send(GiveRequest())
                return

    def _choose(self) -> tuple[CheckMember, FunctionWork] | None:
        ready = self._schedule.ready()
        members = self._pool.members
        idle = [member for member in members if not member.is_busy]
        for work in ready:
            for member in idle:
                if work.number in member.holds:
                    return member, work
        loose = [work for work in ready if not any(work.number in member.holds for member in members)]
        for member in idle:
            for work in loose:
                if work.candidate.target.location == member.location:
                    return member, work
        busy = {member.location for member in members if member.activity is Activity.CHECK}
        # What a busy worker holds is begun again elsewhere rather than left waiting, but not where it would be lost what
        # others did of it.
        chosen = prefer_free_modules(loose or [work for work in ready if not work.is_shared], busy)
        if chosen is None:
            return None
        for member in members:
            member.holds.discard(chosen.number)
        if chosen.state is State.PAUSED:
            self.begin_again(chosen)
        return self._hire(chosen.candidate.target.location), chosen

    def _check(self, member: CheckMember, work: FunctionWork) -> None:
        member.begin(Activity.CHECK, work)
        member.is_first_look = work.rounds == 0 and self._schedule.others_wait(work)
        member.ask_after = time.monotonic() + _ALONE_SECONDS
        options = replace(self._request.options, more_calls=work.function.more_calls)
        seconds = self._pool.seconds_for_engine()
        job = CheckJob(
            target=work.candidate.target,
            options=options if seconds is None else replace(options, time=seconds),
            confinement=self._request.confinement,
            excluded=work.excluded,
            entries=work.entries,
            number=work.number,
            is_fresh=work.number not in member.holds,
            seconds=self._schedule.slice_for(work, self._pool.remaining()),
            hang_seconds=self._request.hang_seconds,
            first_look_seconds=_FIRST_RUN_SECONDS if member.is_first_look else None,
        )
        member.holds.add(work.number)
        work.state = State.RUNNING
        work.rounds += 1
        member.send(job)

    def _hire(self, location: str) -> CheckMember:
        member = self._pool.add(CheckMember(self._pool.channel(CHECK), location=location))
        held = {member.location for member in self._pool.members}
        if any(work.state is State.WAITING and work.candidate.target.location not in held for work in self._works):
            self._pool.start_ahead(CHECK)
        return member

    def _retire(self) -> None:
        """Let go of workers that are not needed, and of the oldest where too many hold something."""
        idle = [member for member in self._pool.members if not member.is_busy]
        for member in idle:
            if not member.holds and not self._schedule.is_wanted(member.location):
                self._dismiss(member)
        keeping = [member for member in idle if member in self._pool.members]
        for member in keeping[: max(len(keeping) - _KEPT_WORKERS, 0)]:
            self._dismiss(member)

    def _dismiss(self, member: CheckMember) -> None:
        self._pool.dismiss(member)
        self._lose_held(member)

    def _lose_held(self, member: CheckMember) -> None:
        """What a worker that is gone kept is begun again elsewhere."""
        for work in self._works:
            if work.number in member.holds and work.state is State.PAUSED:
                self.begin_again(work)

    # Taking in reports.

    def take(self, member: CheckMember, event: events.Event) -> None:
        if isinstance(event, events.Defect | events.BadRequest):
            self._defect(member, event)
            return
        if member.activity is Activity.CONFIRM:
            self._confirmations.take(member, event)
            return
        work = member.work
        if isinstance(event, events.Given):
            self._given(member, event.entries)
            return
        if work is None:
            return
        match event:
            case events.Confined(what=what, where=where):
                work.add_reason(ReasonKind.CONFINED, f"tried to {what}", where)
            case events.Unconfined(missing=missing):
                self._listener.unconfined(missing)
            case events.PathChecked():
                self._take_path(work, event)
            case events.Paused(report=report):
                work.report = report
                self.turn_ended(member, State.PAUSED)
            case events.Postponed():
                # Something took long in the first look: it begins again when all others had theirs.
                member.holds.discard(work.number)
                self.turn_ended(member, State.PAUSED)
                self.begin_again(work)
            case events.Done(report=report):
                work.report = report
                member.holds.discard(work.number)
                self.turn_ended(member, State.ENDED)
            case events.Refused():
                self._refused(member, work, event)

    def _given(self, member: CheckMember, entries: list[FrontierEntry]) -> None:
        member.is_asked = False
        member.ask_after = time.monotonic() + _ASK_AGAIN_SECONDS
        if entries and member.work is not None and not member.work.cancelled:
            self._works.append(member.work.part(len(self._works), entries))

    def _take_path(self, work: FunctionWork, event: events.PathChecked) -> None:
        if event.is_pruned:
            work.pruned += 1
        else:
            work.paths += 1
        work.depth = max(work.depth, event.depth)
        if event.finding is not None and event.trust is not None:
            if event.trust is Trust.SEEN:
                self._confirmations.found(work, event.finding)
            else:
                self._confirmations.doubt(Doubt(work, event.finding, event.trust, work.rounds))
        self._listener.progress()

    def turn_ended(self, member: CheckMember, state: State) -> None:
        """A function had its slice of time, or came to its end."""
        work = member.work
        assert work is not None
        work.state = State.ENDED if work.cancelled else state
        member.rest()
        function = work.function
        if not function.pending:
            self._listener.turn_ended(function)
        if function.has_ended and function.lacks_a_path:
            # One worker alone finds out whether any input satisfies the assumptions.
            function.is_shareable = False
            self.begin_again(function)
        elif function.settled is not None:
            self._look_deeper(member, function)
        elif function.has_ended and self._has_time_left() and function.can_deepen():
            function.deepen()

    def _look_deeper(self, member: CheckMember, function: FunctionWork) -> None:
        """A turn of a look with more calls has ended: it has come to its end, or gets no more time."""
        seconds = function.report.stats["seconds"] if function.report is not None else 0.0
        if not function.has_ended and seconds < _DEEPER_SECONDS:
            return
        member.holds.discard(function.number)
        is_complete = function.has_ended
        function.settle()
        if is_complete and self._has_time_left() and function.can_deepen():
            function.deepen()

    def _has_time_left(self) -> bool:
        remaining = self._pool.remaining()
        return not self._is_stopping and (remaining is None or remaining > _DEEPER_SECONDS)

    def begin_again(self, work: FunctionWork) -> None:
        """Explore it from the start; nobody goes on with what it was divided into."""
        if self._is_stopping:
            return
        work.begin_again()
        for member in list(self._pool.members):
            if member.work is not None and member.work.cancelled and member.activity is not Activity.CONFIRM:
                self._dismiss(member)

    def _refused(self, member: CheckMember, work: FunctionWork, event: events.Refused) -> None:
        member.holds.discard(work.number)
        if event.stage is RefusalStage.IMPORT:
            member.rest()
            self.import_failed(work.candidate.target.location, event.message)
            return
        work.obstacle = event.message
        work.has_bad_contract = event.stage is RefusalStage.CONTRACT
        work.end(ReasonKind.NOT_RUNNABLE, event.message)
        self.turn_ended(member, State.ENDED)

    def import_failed(self, location: str, message: str) -> None:
        """No function of the module can be run."""
        for work in self._works:
            if work.candidate.target.location == location and work.state is not State.ENDED:
                work.obstacle = message
                work.import_failed = True
                work.end(ReasonKind.NOT_RUNNABLE, message)
                self._listener.turn_ended(work.function)

    def _defect(self, member: CheckMember, event: events.Defect | events.BadRequest) -> None:
        """Something went wrong in PEF itself: one function is lost, the others are not."""
        work = member.work
        if isinstance(member.suspect, Doubt):
            self._confirmations.no_answer(member, member.suspect, event.message)
            return
        text = event.text if isinstance(event, events.Defect) else event.message
        if work is None:
            raise DefectError(text)
        member.holds.discard(work.number)
        work.defect = text
        work.end(ReasonKind.DEFECT, event.message)
        self.turn_ended(member, State.ENDED)
        # Nobody knows what state it is in: what else it holds is begun again elsewhere.
        self._dismiss(member)

    # Deaths.

    def look_after(self, member: CheckMember, now: float) -> None:
        if not member.is_busy:
            return
        silent = member.silent_for(now)
        if member.activity is Activity.CONFIRM and member.has_loaded:
            self._confirmations.look_after(member, silent)
        elif member.channel.running is not None and silent >= self._patience(member) + GRACE_SECONDS:
            self._ended(member, self._pool.end(member), hung=True)
        elif silent >= _SILENCE_SECONDS:
            self._silent(member)

    def _patience(self, member: CheckMember) -> float:
        """What one run is given at most."""
        return _FIRST_RUN_SECONDS if member.is_first_look else self._request.hang_seconds

    def lost(self, member: CheckMember, death: Death) -> None:
        self._ended(member, death, hung=False)

    def _ended(self, member: CheckMember, death: Death, *, hung: bool) -> None:
        self._lose_held(member)
        work = member.work
        if not member.is_busy or work is None:
            return
        if member.activity is Activity.CONFIRM:
            self._confirmations.lost(member, work, death)
            return
        call, plain = member.channel.running or (None, False)
        if work.cancelled:
            return
        self.begin_again(work)
        self._listener.turn_ended(work.function)
        if hung and member.is_first_look:
            # Neither a hang nor a death yet: it gets the whole time when all others had their first look.
            return
        work.deaths[call] = work.deaths.get(call, 0) + 1
        is_foreign = death.is_foreign and not hung
        too_often = work.deaths[call] > (FOREIGN_DEATHS if is_foreign else OWN_DEATHS)
        # One kill is anybody's; two during one call are worth a look, each time there were two more.
        is_suspect = call is not None and (not is_foreign or work.deaths[call] % 2 == 0)
        if not member.has_loaded and (too_often or not is_foreign):
            self.import_failed(work.candidate.target.location, f"importing it ended the process ({death.text})")
        elif call is not None and is_suspect and not (is_foreign and too_often):
            work.state = State.RUNNING
            self._confirmations.suspect(Suspect(work, call, plain, death, hung, is_foreign))
        elif too_often:
            work.function.lost_workers = True
            detail = f"the process that explored it ended {work.deaths[call]} times ({death.text})"
            work.end(ReasonKind.WORKER, detail)

    def _silent(self, member: CheckMember) -> None:
        """A worker that neither runs nor reports anything."""
        self._pool.end(member)
        self._lose_held(member)
        work = member.work
        if work is None:
            return
        location = work.candidate.target.location
        if isinstance(member.suspect, Doubt):
            self._confirmations.no_answer(member, member.suspect, "importing its module did not end")
        elif member.activity is Activity.CONFIRM or not member.has_loaded:
            self.import_failed(location, f"importing it did not end within {_SILENCE_SECONDS:g} s")
        elif work.state is State.RUNNING:
            work.end(ReasonKind.SOLVER, f"no answer within {_SILENCE_SECONDS:g} s")
            self._listener.turn_ended(work.function)

    # The end.

    def stopping(self) -> None:
        self._is_stopping = True
        for work in self._works:
            work.settle()

    def stopped(self) -> None:
        self._is_stopping = True
        for work in self._works:
            work.settle()
        self._confirmations.stopped()
