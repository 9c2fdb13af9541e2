"""Calls run once more in fresh processes without the engine, beside the exploration.

A call during which a worker ended is a finding only after such a process was seen to end in the same way. So is, as far as
such a process can tell, one that raised something in a worker that had run others before.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol

from pef.protocol import events
from pef.protocol.finding_record import FindingRecord
from pef.protocol.jobs import ExcludedCall, ReplayJob
from pef.protocol.role import PLAIN
from pef.protocol.trust import Trust
from pef.results import ReasonKind
from pef.startup.records import replace
from pef.supervision.channel import Death
from pef.supervision.check_member import Activity, CheckMember, Doubt, Suspect
from pef.supervision.crash_site import place_in
from pef.supervision.function_work import FunctionWork
from pef.supervision.pool import Pool

if TYPE_CHECKING:
    from pef.supervision.check_plan import CheckListener, CheckRequest

OWN_DEATHS = 2
"""After so many deaths during one call that nobody else can have caused, it is not run again."""
# A process that is killed while it runs a call may have been killed by others; not in a row, each time in that call.
_KILLS_IN_A_ROW = 3


class Functions(Protocol):
    """What happens to functions whose calls were looked at."""

    def begin_again(self, work: FunctionWork) -> None: ...

    def import_failed(self, location: str, message: str) -> None: ...


class Confirmations:
    """The calls that wait for a process of their own, and what became of them."""

    def __init__(
        self, pool: Pool[CheckMember], functions: Functions, listener: CheckListener, request: CheckRequest
    ) -> None:
        self._pool = pool
        self._functions = functions
        self._listener = listener
        self._request = request
        self._waiting: deque[Suspect | Doubt] = deque()

    def suspect(self, suspect: Suspect) -> None:
        self._waiting.append(suspect)

    def doubt(self, doubt: Doubt) -> None:
        doubt.work.function.pending += 1
        self._waiting.append(doubt)

    def found(self, work: FunctionWork, record: FindingRecord) -> None:
        """A finding that needs no more looking at."""
        work.function.refuted = True
        self._listener.finding(work.function, record)

    def begin_next(self, free_places: int, all_begun: bool) -> bool:
        """Have the next call looked at if there is one, and room for it.

        What may take long waits until all functions had a first look. One doubt at a time is looked at beside what else is
        done, and as many as there are free places.
        """
        doubts = sum(1 for member in self._pool.members if isinstance(member.suspect, Doubt))
        for waiting in self._waiting:
            if isinstance(waiting, Doubt):
                has_place = doubts < max(free_places, 1)
            else:
                has_place = free_places > 0 and (all_begun or not waiting.hung)
            if has_place:
                self._waiting.remove(waiting)
                self._begin(waiting)
                return True
        return False

    def _begin(self, suspect: Suspect | Doubt) -> None:
        target = suspect.work.candidate.target
        member = self._pool.add(CheckMember(self._pool.channel(PLAIN), location=target.location))
        member.begin(Activity.CONFIRM, suspect.work)
        member.suspect = suspect
        job = ReplayJob(target, self._request.confinement, suspect.call, self._request.hang_seconds)
        member.send(job, last=True)

    # What processes of their own show.

    def take(self, member: CheckMember, event: events.Event) -> None:
        if not isinstance(event, events.Replayed):
            return
        if isinstance(member.suspect, Doubt):
            self._answered(member, member.suspect, event)
        else:
            self._came_back(member, "memory" if event.raised == "MemoryError" else None)

    def look_after(self, member: CheckMember, silent: float) -> None:
        if silent < self._request.hang_seconds:
            return
        if isinstance(member.suspect, Doubt):
            self.no_answer(member, member.suspect, "it did not return in time")
        else:
            self._came_back(member, "hang")

    def lost(self, member: CheckMember, work: FunctionWork, death: Death) -> None:
        suspect = member.suspect
        if member.has_loaded:
            self._ended_again(member, death)
        elif death.is_foreign and suspect is not None:
            # Killed by others: once more.
            self._waiting.append(suspect)
        elif isinstance(suspect, Doubt):
            self.no_answer(member, suspect, f"importing its module ended the process ({death.text})")
        else:
            location = work.candidate.target.location
            self._functions.import_failed(location, f"importing it ended the process ({death.text})")

    def no_answer(self, member: CheckMember | None, doubt: Doubt, why: str) -> None:
        """A process of its own could not say whether it shows the same."""
        is_believed = doubt.trust is Trust.UNCONFIRMED
        self._resolve(member, doubt, None if is_believed else f"was not shown by a process of its own ({why})")

    def _answered(self, member: CheckMember, doubt: Doubt, answer: events.Replayed) -> None:
        """A process of its own raised something, or came back."""
        if doubt.is_shown_by(answer.raised):
            self._resolve(member, doubt, None)
        elif not answer.was_called:
            # Nobody could make the call that would be shown.
            self._resolve(member, doubt, "could not be evaluated in a process of its own")
        else:
            what = "did not raise" if answer.raised is None else f"raised {answer.raised}"
            expected = doubt.record.type or "something"
            self._resolve(member, doubt, f"{what} in a process of its own, where an earlier run raised {expected}")

    def _resolve(self, member: CheckMember | None, doubt: Doubt, objection: str | None) -> None:
        """A finding that was in doubt is reported, unless there is an objection to it."""
        if member is not None:
            member.rest()
            self._pool.dismiss(member)
        function = doubt.work.function
        function.pending -= 1
        if objection is None:
            self.found(doubt.work, doubt.record)
        else:
            doubt.work.add_reason(ReasonKind.UNREPRODUCED, f"{doubt.call} {objection}")
        # The turn that it comes from may give smaller calls, and so may others that are still in doubt.
        if not function.pending and not doubt.is_turn_under_way:
            self._listener.turn_ended(function)

    def _ended_again(self, member: CheckMember, death: Death) -> None:
        """The process that ran a suspect without the engine ended, too."""
        suspect = member.suspect
        if member.channel.running is None:
            # The call had come back, and only saying so failed: it closed the pipe.
            self._conclude(member, None, death)
        elif death.is_foreign and suspect is not None and suspect.kills < _KILLS_IN_A_ROW:
            suspect.kills += 1
            self._waiting.append(suspect)
        else:
            self._conclude(member, "crash", death)

    def _came_back(self, member: CheckMember, code: str | None) -> None:
        """What became of a suspect; no code: the plain function came back."""
        member.activity = Activity.NOTHING
        self._pool.end(member)
        self._conclude(member, code, member.suspect.death if isinstance(member.suspect, Suspect) else Death.NONE)

    def _conclude(self, member: CheckMember, code: str | None, death: Death) -> None:
        suspect = member.suspect
        if isinstance(suspect, Doubt):
            if code is None:
                self.no_answer(member, suspect, "it closed the pipe")
            else:
                self._resolve(member, suspect, f"ends a process of its own in another way ({death.text})")
            return
        member.rest()
        if suspect is None:
            return
        work = suspect.work
        self._functions.begin_again(work)
        excluded = ExcludedCall(suspect.call, suspect.plain)
        if code is None:
            if not suspect.is_foreign and work.deaths[suspect.call] >= OWN_DEATHS:
                work.excluded.append(excluded)
                detail = (
                    f"the process ended ({suspect.death.text}) while exploring {suspect.call}, which the plain function "
                    "survives"
                )
                work.add_reason(ReasonKind.WORKER, detail)
            return
        work.excluded.append(excluded)
        work.add_reason(ReasonKind.WORKER, f"the search did not go on from {suspect.call}")
        record = suspect.finding(code, death, self._request.hang_seconds)
        self.found(work, replace(record, **place_in(member.channel.error_output, work.candidate)))
        self._listener.turn_ended(work.function)

    def stopped(self) -> None:
        """There is no time left: what could not be confirmed is told as such."""
        under_way = [member.suspect for member in self._pool.members if isinstance(member.suspect, Doubt)]
        for doubt in (*under_way, *self._waiting):
            if isinstance(doubt, Doubt):
                doubt.work.function.is_unconfirmed = True
                self.no_answer(None, doubt, "there was no time left")
        self._waiting.clear()
