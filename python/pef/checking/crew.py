"""The workers of a check: gives them functions, takes in what they report, and replaces those that die.

Invariants: nothing here waits for a worker; the deadline holds whatever workers do; what a worker reported before it
died counts. A call during which a worker ended is a finding only after a fresh process, without the engine, was seen
to end in the same way; so is, as far as such a process can tell, one that raised something in a worker that had run others
before. Those are looked at beside the exploration, as they come.
"""

from __future__ import annotations

import selectors
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from pef.channel import Channel, Event
from pef.checking.faults import place_in
from pef.checking.member import Doubt, Duty, Member, Suspect
from pef.checking.schedule import Schedule, prefer_free_modules
from pef.checking.trust import Trust
from pef.checking.work import FunctionWork, State
from pef.duty import CHECK, PLAIN
from pef.errors import DefectError
from pef.handing import Entry
from pef.interrupts import Interrupts
from pef.options import Options
from pef.process import Worker, end_worker, start_worker
from pef.records import Record, as_dict
from pef.supervisor import Ending

# What the engine keeps back of the time limit to end by itself and report, before it is ended from here.
_RESERVE_SECONDS = 0.3
_RESERVE_SHARE = 0.1
_LOOK_SECONDS = 0.5
# The worker stops runs by itself; one that has not done so after this long on top is killed.
_GRACE_SECONDS = 2.0
# In the first look at a function no run gets longer than this: a function that hangs is not to keep others waiting.
_FIRST_RUN_SECONDS = 0.5
# Between runs a worker solves and imports; one that says nothing for so long will not.
_SILENCE_SECONDS = 30.0
# A worker can be killed by others, which says nothing about the function; but not for ever.
_FOREIGN_DEATHS = 50
_OWN_DEATHS = 2
# A process that is killed while it runs a call may have been killed by others; not in a row, each time in that call.
_KILLS_IN_A_ROW = 3
# What is done before help could be there needs none.
_ALONE_SECONDS = 0.3
# Whoever had nothing to give is asked again after so long.
_ASK_AGAIN_SECONDS = 0.02
_KEPT_WORKERS = 16


class CrewSettings(Record):
    """How a crew works."""

    options: Options
    workers: int
    deadline: float | None
    hang_seconds: float
    verbose: bool
    confinement: dict[str, Any] | None


# A look with more calls of methods than at first gets this much time.
_DEEPER_SECONDS = 3.0


class Listener(Protocol):
    """Who is told what a crew finds."""

    def finding(self, work: FunctionWork, record: dict[str, Any]) -> None:
        """A function was seen to fail."""

    def turn_ended(self, work: FunctionWork) -> None:
        """The findings of a function so far can be shown."""

    def progress(self) -> None:
        """Something happened."""

    def unconfined(self, missing: list[str]) -> None:
        """The kernel cannot enforce something."""


class Crew:
    """One run."""

    def __init__(self, works: Sequence[FunctionWork], settings: CrewSettings, listener: Listener) -> None:
        self._works = list(works)
        """The functions, and parts of them that were handed from one worker to another."""
        self._settings = settings
        self._listener = listener
        self._schedule = Schedule(self._works, settings.workers)
        self._members: list[Member] = []
        self._suspects: deque[Suspect | Doubt] = deque()
        self._spare: Worker | None = None
        self._selector = selectors.DefaultSelector()
        self._is_stopping = False

    def run(self, interrupts: Interrupts, ready: Worker | None = None) -> Ending:
        """Check until all is done, the time is up or the user has enough."""
        self._spare = ready
        self._selector.register(interrupts.descriptor, selectors.EVENT_READ, None)
        try:
            while True:
                if interrupts.number is not None:
                    return self._stop(Ending.INTERRUPTED)
                remaining = self._remaining()
                if remaining is not None and remaining <= 0:
                    return self._stop(Ending.TIME)
                self._assign()
                if not any(member.duty is not Duty.NOTHING for member in self._members):
                    return self._stop(Ending.DONE)
                patience = _LOOK_SECONDS if remaining is None else min(remaining, _LOOK_SECONDS)
                for key, _ in self._selector.select(patience):
                    if key.data is not None:
                        self._read(key.data, key.fd)
                self._look_after_all()
        finally:
            for member in self._members:
                member.channel.close()
            if self._spare is not None:
                end_worker(self._spare)
            self._selector.close()

    # Giving out work.

    def _assign(self) -> None:
        while True:
            if (suspect := self._next_suspect()) is not None:
                self._confirm(suspect)
            elif not self._free_places():
                break
            elif (chosen := self._choose()) is not None:
                self._check(*chosen)
            else:
                self._ask_for_parts()
                break
        self._retire()

    def _free_places(self) -> int:
        """For how many more workers there is room; whoever looks at a doubt takes none away."""
        busy = [one for one in self._members if one.duty is not Duty.NOTHING and not isinstance(one.suspect, Doubt)]
        return self._settings.workers - len(busy)

    def _next_suspect(self) -> Suspect | Doubt | None:
        """A call to be run once more; what may take long waits until everybody had a first look.

        One doubt at a time is looked at beside what else is done, and as many as there are free places.
        """
        free = self._free_places()
        doubts = sum(1 for member in self._members if isinstance(member.suspect, Doubt))
        all_begun = self._schedule.all_had_first_look()
        for suspect in self._suspects:
            has_place = doubts < max(free, 1) if isinstance(suspect, Doubt) else free > 0
            if has_place and (all_begun or not suspect.hung):
                self._suspects.remove(suspect)
                return suspect
        return None

    def _ask_for_parts(self) -> None:
        """There is room for more workers than there are functions: one that works hands over a part of its own."""
        now = time.monotonic()
        for member in self._members:
            work = member.work
            if member.is_asked or member.duty is not Duty.CHECK or work is None or not work.function.is_shareable:
                continue
            if member.loaded and now >= member.ask_after and self._settings.options.paths is None:
                member.is_asked = True
                member.channel.send({"job": "give"}, last=False)
                return

    def _choose(self) -> tuple[Member, FunctionWork] | None:
        ready = self._schedule.ready()
        idle = [member for member in self._members if member.duty is Duty.NOTHING]
        for work in ready:
            for member in idle:
                if work.number in member.holds:
                    return member, work
        loose = [work for work in ready if not any(work.number in member.holds for member in self._members)]
        for member in idle:
            for work in loose:
                if work.candidate.target.location == member.location:
                    return member, work
        busy = {member.location for member in self._members if member.duty is Duty.CHECK}
        # What a busy worker holds is begun again elsewhere rather than left waiting, but not where it would be lost what
        # others did of it.
        chosen = prefer_free_modules(loose or [work for work in ready if not work.is_shared], busy)
        if chosen is None:
            return None
        for member in self._members:
            member.holds.discard(chosen.number)
        if chosen.state is State.PAUSED:
            self._begin_again(chosen)
        return self._hire(chosen.candidate.target.location), chosen

    def _check(self, member: Member, work: FunctionWork) -> None:
        remaining = self._remaining()
        member.begin(Duty.CHECK, work)
        member.is_first_look = work.rounds == 0 and self._schedule.others_wait(work)
        member.ask_after = time.monotonic() + _ALONE_SECONDS
        job = {
            "job": "check",
            "number": work.number,
            "fresh": work.number not in member.holds,
            "target": _target_json(work),
            "options": {**self._options(remaining), "more_calls": work.function.more_calls},
            "slice": self._schedule.slice_for(work, remaining),
            "hang_seconds": self._settings.hang_seconds,
            "first_look_seconds": _FIRST_RUN_SECONDS if member.is_first_look else None,
            "excluded": work.excluded,
            "entries": work.entries,
            "confinement": self._settings.confinement,
        }
        member.holds.add(work.number)
        work.state = State.RUNNING
        work.rounds += 1
        member.channel.send(job, last=False)

    def _confirm(self, suspect: Suspect | Doubt) -> None:
        member = self._enlist(start_worker(PLAIN), suspect.work.candidate.target.location)
        member.begin(Duty.CONFIRM, suspect.work)
        member.suspect = suspect
        job = {
            "job": "replay",
            "target": _target_json(suspect.work),
            "call": suspect.call,
            "seconds": self._settings.hang_seconds,
            "confinement": self._settings.confinement,
        }
        member.channel.send(job, last=True)

    def _hire(self, location: str) -> Member:
        worker, self._spare = self._spare or start_worker(CHECK), None
        member = self._enlist(worker, location)
        held = {member.location for member in self._members}
        if any(work.state is State.WAITING and work.candidate.target.location not in held for work in self._works):
            # It loads while the others work.
            self._spare = start_worker(CHECK)
        return member

    def _enlist(self, worker: Worker, location: str) -> Member:
        member = Member(Channel(worker, verbose=self._settings.verbose), location)
        self._members.append(member)
        self._selector.register(member.channel.events, selectors.EVENT_READ, member)
        self._selector.register(member.channel.errors, selectors.EVENT_READ, member)
        return member

    def _options(self, remaining: float | None) -> dict[str, Any]:
        options = self._settings.options.to_json()
        if remaining is not None:
            options["time"] = max(remaining - min(_RESERVE_SECONDS, remaining * _RESERVE_SHARE), 0.001)
        return options

    def _retire(self) -> None:
        """Let go of workers that are not needed, and of the oldest where too many hold something."""
        idle = [member for member in self._members if member.duty is Duty.NOTHING]
        for member in idle:
            if not member.holds and not self._schedule.is_wanted(member.location):
                self._dismiss(member)
        keeping = [member for member in idle if member in self._members]
        for member in keeping[: max(len(keeping) - _KEPT_WORKERS, 0)]:
            self._dismiss(member)

    def _dismiss(self, member: Member) -> None:
        if member not in self._members:
            return
        self._members.remove(member)
        self._selector.unregister(member.channel.events)
        if member.errors_open:
            self._selector.unregister(member.channel.errors)
        member.channel.close()
        for work in self._works:
            if work.number in member.holds and work.state is State.PAUSED:
                self._begin_again(work)

    # Taking in reports.

    def _read(self, member: Member, descriptor: int) -> None:
        if member not in self._members:
            return
        if descriptor == member.channel.errors:
            if not member.channel.read_errors():
                self._selector.unregister(descriptor)
                member.errors_open = False
            return
        events, any_read = member.channel.read_events()
        self._take_all(member, events)
        if not any_read and member in self._members:
            # The end of the pipe is seen a moment before the process is gone.
            member.channel.wait_for_end(_GRACE_SECONDS)
            self._died(member)

    def _take_all(self, member: Member, events: list[Event]) -> None:
        for event in events:
            member.since = time.monotonic()
            self._take(member, event)

    def _take(self, member: Member, event: Event) -> None:
        if event["event"] == "error":
            self._defect(member, event)
            return
        if member.duty is Duty.CONFIRM:
            self._take_confirmation(member, event)
            return
        work = member.work
        if event["event"] == "given":
            self._given(member, event["entries"])
            return
        if work is None:
            return
        match event["event"]:
            case "loaded":
                member.loaded = True
            case "refusal":
                work.add_reason("confined", f"tried to {event['what']}", event["where"])
            case "unconfined":
                self._listener.unconfined(event["missing"])
            case "path":
                self._take_path(work, event)
            case "paused":
                work.report = event["report"]
                self._turn_ended(member, State.PAUSED)
            case "put off":
                # Something took long in the first look: it begins again when all others had theirs.
                member.holds.discard(work.number)
                self._turn_ended(member, State.PAUSED)
                self._begin_again(work)
            case "done":
                work.report = event["report"]
                member.holds.discard(work.number)
                self._turn_ended(member, State.ENDED)
            case "refused":
                self._refused(member, work, event)

    def _given(self, member: Member, entries: list[Entry]) -> None:
        member.is_asked = False
        member.ask_after = time.monotonic() + _ASK_AGAIN_SECONDS
        if entries and member.work is not None and not member.work.cancelled:
            self._works.append(member.work.part(len(self._works), entries))

    def _take_path(self, work: FunctionWork, event: Event) -> None:
        if event["pruned"]:
            work.pruned += 1
        else:
            work.paths += 1
        work.depth = max(work.depth, event["depth"])
        if event["finding"] is not None:
            trust = Trust(event["trust"])
            if trust is Trust.SEEN:
                self._found(work, event["finding"])
            else:
                work.function.pending += 1
                self._suspects.append(Doubt(work, event["finding"], trust, work.rounds))
        self._listener.progress()

    def _found(self, work: FunctionWork, record: dict[str, Any]) -> None:
        work.function.refuted = True
        self._listener.finding(work.function, record)

    def _turn_ended(self, member: Member, state: State) -> None:
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
            self._begin_again(function)
        elif function.settled is not None:
            self._look_deeper(member, function)
        elif function.has_ended and self._has_time_left() and function.can_deepen():
            function.deepen()

    def _look_deeper(self, member: Member, function: FunctionWork) -> None:
        """A turn of a look with more calls has ended: it has come to its end, or gets no more time."""
        seconds = function.report["stats"]["seconds"] if function.report is not None else 0.0
        if not function.has_ended and seconds < _DEEPER_SECONDS:
            return
        member.holds.discard(function.number)
        is_complete = function.has_ended
        function.settle()
        if is_complete and self._has_time_left() and function.can_deepen():
            function.deepen()

    def _has_time_left(self) -> bool:
        remaining = self._remaining()
        return not self._is_stopping and (remaining is None or remaining > _DEEPER_SECONDS)

    def _begin_again(self, work: FunctionWork) -> None:
        """Explore it from the start; nobody goes on with what it was divided into."""
        if self._is_stopping:
            return
        work.begin_again()
        for member in list(self._members):
            if member.work is not None and member.work.cancelled and member.duty is not Duty.CONFIRM:
                self._dismiss(member)

    def _refused(self, member: Member, work: FunctionWork, event: Event) -> None:
        member.holds.discard(work.number)
        if event["stage"] == "import":
            member.rest()
            self._import_failed(work.candidate.target.location, event["message"])
            return
        work.obstacle = event["message"]
        work.has_bad_contract = event["stage"] == "contract"
        work.end("not-runnable", work.obstacle)
        self._turn_ended(member, State.ENDED)

    def _import_failed(self, location: str, message: str) -> None:
        """No function of the module can be run."""
        for work in self._works:
            if work.candidate.target.location == location and work.state is not State.ENDED:
                work.obstacle = message
                work.import_failed = True
                work.end("not-runnable", message)
                self._listener.turn_ended(work.function)

    def _defect(self, member: Member, event: Event) -> None:
        """Something went wrong in PEF itself: one function is lost, the others are not."""
        work = member.work
        if isinstance(member.suspect, Doubt):
            self._no_answer(member, member.suspect, event["message"])
            return
        if work is None:
            raise DefectError(f"{event['message']}\n{event.get('traceback', '').rstrip()}")
        member.holds.discard(work.number)
        work.defect = f"{event['message']}\n{event.get('traceback', '').rstrip()}"
        work.end("defect", event["message"])
        self._turn_ended(member, State.ENDED)
        # Nobody knows what state it is in: what else it holds is begun again elsewhere.
        self._dismiss(member)

    # Deaths.

    def _look_after_all(self) -> None:
        now = time.monotonic()
        for member in list(self._members):
            if member.duty is Duty.NOTHING or member not in self._members:
                continue
            silent = member.silent_for(now)
            if not member.channel.is_alive():
                self._died(member)
            elif member.duty is Duty.CONFIRM and member.loaded and silent >= self._settings.hang_seconds:
                if isinstance(member.suspect, Doubt):
                    self._no_answer(member, member.suspect, "it did not return in time")
                else:
                    self._confirmed(member, "hang")
            elif member.channel.running is not None and silent >= self._patience(member) + _GRACE_SECONDS:
                self._died(member, hung=True)
            elif silent >= _SILENCE_SECONDS:
                self._silent(member)

    def _patience(self, member: Member) -> float:
        """What one run is given at most."""
        return _FIRST_RUN_SECONDS if member.is_first_look else self._settings.hang_seconds

    def _remove(self, member: Member) -> str:
        """End a worker, take in what it had still to say, and tell how it ended."""
        death = "it was ended" if member.channel.is_alive() else member.channel.death()
        events = member.channel.stop()
        self._take_all(member, events)
        self._dismiss(member)
        return death

    def _died(self, member: Member, *, hung: bool = False) -> None:
        death = self._remove(member)
        work = member.work
        if member.duty is Duty.NOTHING or work is None:
            return
        if member.duty is Duty.CONFIRM:
            if member.loaded:
                self._ended_again(member, death)
            elif death == "SIGKILL" and member.suspect is not None:
                # Killed by others: once more.
                self._suspects.append(member.suspect)
            elif isinstance(member.suspect, Doubt):
                self._no_answer(member, member.suspect, f"importing its module ended the process ({death})")
            else:
                self._import_failed(work.candidate.target.location, f"importing it ended the process ({death})")
            return
        call, plain = member.channel.running or (None, False)
        if work.cancelled:
            return
        self._begin_again(work)
        self._listener.turn_ended(work.function)
        if hung and member.is_first_look:
            # Neither a hang nor a death yet: it gets the whole time when all others had their first look.
            return
        work.deaths[call] = work.deaths.get(call, 0) + 1
        foreign = death == "SIGKILL" and not hung
        too_often = work.deaths[call] > (_FOREIGN_DEATHS if foreign else _OWN_DEATHS)
        # One kill is anybody's; two during one call are worth a look, each time there were two more.
        is_suspect = call is not None and (not foreign or work.deaths[call] % 2 == 0)
        location = work.candidate.target.location
        if not member.loaded and (too_often or not foreign):
            self._import_failed(location, f"importing it ended the process ({death})")
        elif call is not None and is_suspect and not (foreign and too_often):
            work.state = State.RUNNING
            self._suspects.append(Suspect(work, call, plain, death, hung, foreign))
        elif too_often:
            work.function.lost_workers = True
            work.end("worker", f"the process that explored it ended {work.deaths[call]} times ({death})")

    def _silent(self, member: Member) -> None:
        """A worker that neither runs nor reports anything."""
        self._remove(member)
        work = member.work
        if work is None:
            return
        location = work.candidate.target.location
        if isinstance(member.suspect, Doubt):
            self._no_answer(member, member.suspect, "importing its module did not end")
        elif member.duty is Duty.CONFIRM or not member.loaded:
            self._import_failed(location, f"importing it did not end within {_SILENCE_SECONDS:g} s")
        elif work.state is State.RUNNING:
            work.end("solver", f"no answer within {_SILENCE_SECONDS:g} s")
            self._listener.turn_ended(work.function)

    # Confirmations.

    def _take_confirmation(self, member: Member, event: Event) -> None:
        match event["event"]:
            case "loaded":
                member.loaded = True
            case "done" if isinstance(member.suspect, Doubt):
                self._answered(member, member.suspect, event["raised"], was_called=event["was_called"])
            case "done":
                self._confirmed(member, "memory" if event.get("raised") == "MemoryError" else None)

    def _answered(self, member: Member, doubt: Doubt, raised: str | None, *, was_called: bool) -> None:
        """A process of its own raised something, or came back."""
        if doubt.is_shown_by(raised):
            self._resolve(member, doubt, None)
        elif not was_called:
            self._no_answer(member, doubt, "its text could not be evaluated")
        else:
            what = "did not raise" if raised is None else f"raised {raised}"
            expected = doubt.record["type"] or "something"
            self._resolve(member, doubt, f"{what} in a process of its own, where an earlier run raised {expected}")

    def _no_answer(self, member: Member | None, doubt: Doubt, why: str) -> None:
        """A process of its own could not say whether it shows the same."""
        is_believed = doubt.trust is Trust.UNCONFIRMED
        self._resolve(member, doubt, None if is_believed else f"was not shown by a process of its own ({why})")

    def _resolve(self, member: Member | None, doubt: Doubt, objection: str | None) -> None:
        """A finding that was in doubt is reported, unless there is an objection to it."""
        if member is not None:
            member.rest()
            self._dismiss(member)
        function = doubt.work.function
        function.pending -= 1
        if objection is None:
            self._found(doubt.work, doubt.record)
        else:
            doubt.work.add_reason("unreproduced", f"{doubt.call} {objection}")
        # The turn that it comes from may give smaller calls, and so may others that are still in doubt.
        if not function.pending and not doubt.is_turn_under_way:
            self._listener.turn_ended(function)

    def _ended_again(self, member: Member, death: str) -> None:
        """The process that ran a suspect without the engine ended, too."""
        suspect = member.suspect
        if member.channel.running is None:
            # The call had come back, and only saying so failed: it closed the pipe.
            self._conclude(member, None, death)
        elif death == "SIGKILL" and suspect is not None and suspect.kills < _KILLS_IN_A_ROW:
            suspect.kills += 1
            self._suspects.append(suspect)
        else:
            self._conclude(member, "crash", death)

    def _confirmed(self, member: Member, kind: str | None) -> None:
        """What became of a suspect; `None`: the plain function came back."""
        if member in self._members:
            member.duty = Duty.NOTHING
            self._remove(member)
        self._conclude(member, kind, member.suspect.death if isinstance(member.suspect, Suspect) else "")

    def _conclude(self, member: Member, kind: str | None, death: str) -> None:
        suspect = member.suspect
        if isinstance(suspect, Doubt):
            if kind is None:
                self._no_answer(member, suspect, "it closed the pipe")
            else:
                self._resolve(member, suspect, f"ends a process of its own in another way ({death})")
            return
        member.rest()
        if suspect is None:
            return
        work = suspect.work
        self._begin_again(work)
        if kind is None:
            if not suspect.foreign and work.deaths[suspect.call] >= _OWN_DEATHS:
                work.excluded.append({"call": suspect.call, "plain": suspect.plain})
                work.add_reason(
                    "worker",
                    f"the process ended ({suspect.death}) while exploring {suspect.call}, which the plain function survives",
                )
            return
        work.excluded.append({"call": suspect.call, "plain": suspect.plain})
        work.add_reason("worker", f"the search did not go on from {suspect.call}")
        record = suspect.record(kind, death, self._settings.hang_seconds)
        record |= place_in(member.channel.error_output, work.candidate)
        self._found(work, record)
        self._listener.turn_ended(work.function)

    def _stop(self, ending: Ending) -> Ending:
        """End all workers; what they had still reported counts."""
        self._is_stopping = True
        for work in self._works:
            work.settle()
        if ending is Ending.TIME and all(work.state is State.ENDED for work in self._works):
            ending = Ending.DONE
        for member in list(self._members):
            self._remove(member)
            if isinstance(member.suspect, Doubt):
                self._suspects.append(member.suspect)
        for suspect in self._suspects:
            if isinstance(suspect, Doubt):
                suspect.work.function.is_unconfirmed = True
                self._no_answer(None, suspect, "there was no time left")
        return ending

    def _remaining(self) -> float | None:
        deadline = self._settings.deadline
        return None if deadline is None else deadline - time.monotonic()


def _target_json(work: FunctionWork) -> dict[str, Any]:
    target = work.candidate.target
    return {
        **as_dict(target),
        "file": str(target.file) if target.file else None,
        "project_root": str(target.project_root),
        "import_roots": [str(root) for root in target.import_roots],
    }
