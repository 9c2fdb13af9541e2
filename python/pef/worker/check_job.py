"""The part of `pef check` that runs in a worker: explorations of functions of one module, each in slices of time.

Invariant: every path is reported as it ends, and every run is announced before it begins, so that being killed at any
moment loses nothing but the run that was under way. An exploration that is left stays as it is until it is taken up.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from pef.errors import BadContractError, ImportFailedError, RequestError, one_line
from pef.exploration import outcome_text
from pef.exploration.engine_request import Sharing
from pef.exploration.exploration import Exploration
from pef.judging import exceptions
from pef.loaded_target import LoadedTarget
from pef.loading.load import load_sibling, load_target
from pef.looks import text_of
from pef.protocol.events import Done, Given, Loaded, PathChecked, Paused, Postponed, RefusalStage, Refused
from pef.protocol.finding_record import FindingRecord
from pef.protocol.jobs import CheckJob
from pef.protocol.trust import Trust
from pef.results import Outcome, Path
from pef.shown_path import shown
from pef.startup.records import replace
from pef.target import Target
from pef.worker.announcer import Announcer
from pef.worker.conversation import Events, Requests
from pef.worker.finding_description import describe
from pef.worker.hang_watch import Watch
from pef.worker.shrink.shrinker import Shrinker


class CheckJobs:
    """The explorations that one worker has under way, by the number of their function."""

    def __init__(self, events: Events, requests: Requests, announcer: Announcer) -> None:
        self._events = events
        self._requests = requests
        self._announcer = announcer
        self._under_way: dict[int, _FunctionCheck] = {}
        self._loaded: LoadedTarget | None = None

    def carry_out(self, job: CheckJob) -> None:
        """Begin or go on with one function, for one slice of time."""
        number = job.number
        if job.is_fresh:
            # The supervisor may have had it explored elsewhere meanwhile.
            self._under_way.pop(number, None)
        check = self._under_way.get(number)
        if check is None:
            try:
                loaded = self._load(job.target, job.options.follow)
                check = _FunctionCheck(loaded, job, self._events, self._requests, self._announcer)
            except ImportFailedError as error:
                self._events.send(Refused(RefusalStage.IMPORT, one_line(str(error))))
                return
            except RequestError as error:
                self._refuse(error)
                return
            except Exception as error:
                # Where a look has run code of the program after all, that is no reason to lose the other functions.
                place = exceptions.origin(error, self._loaded.is_under_test) if self._loaded is not None else None
                if place is None:
                    raise
                raised = f"{text_of(type(error), '__qualname__')}: {outcome_text.told(None, error)}"
                self._refuse(RequestError(f"{shown(place[0])}:{place[1]} raised {raised} when PEF looked at it"))
                return
            self._under_way[number] = check
            self._events.send(Loaded())
        try:
            finished = check.go_on(job.seconds)
        except RequestError as error:
            # Only when it runs is it seen that, say, no input satisfies an assumption.
            self._refuse(error)
            finished = True
        if finished:
            del self._under_way[number]

    def _refuse(self, error: RequestError) -> None:
        stage = RefusalStage.CONTRACT if isinstance(error, BadContractError) else RefusalStage.PREPARE
        self._events.send(Refused(stage, one_line(str(error))))

    def _load(self, target: Target, follow: tuple[str, ...]) -> LoadedTarget:
        if self._loaded is None:
            root = target.project_root
            self._loaded = load_target(target.location, target.qualname, root, follow, target.module)
            return self._loaded
        return load_sibling(self._loaded, target.qualname)


class _FunctionCheck:
    """One function."""

    def __init__(
        self, loaded: LoadedTarget, job: CheckJob, events: Events, requests: Requests, announcer: Announcer
    ) -> None:
        self._events = events
        self._requests = requests
        self._watch = Watch(announcer, job.hang_seconds, job.first_look_seconds, job.excluded)
        sharing = Sharing.LEADING if job.entries is None else Sharing.HELPING
        self._exploration = Exploration(loaded, job.options, watcher=self._watch, sharing=sharing, joins=True)
        if job.entries is not None:
            self._exploration.take_over(job.entries)
        self._paths: Iterator[Path] = iter(self._exploration)
        self._smallest: dict[tuple[Any, ...], tuple[int, str]] = {}
        self._seconds = 0.0
        self._shrinker = Shrinker(self._exploration)

    def go_on(self, seconds: float) -> bool:
        """Explore for so long; whether there is nothing left."""
        started = time.monotonic()
        finished = True
        for path in self._paths:
            self._report(path)
            # The next run must not lack what this path holds.
            del path
            self._give_if_asked()
            if time.monotonic() - started >= seconds:
                finished = False
                break
        self._seconds += time.monotonic() - started
        if self._watch.put_off:
            # Runs were left that may have needed no more than a little longer: with the whole time, from the start.
            self._events.send(Postponed())
            return True
        report = self._exploration.shared_report()
        report = replace(report, stats={**report.stats, "seconds": self._seconds})
        self._events.send(Done(report) if finished else Paused(report))
        self._watch.end_first_look()
        return finished

    def _give_if_asked(self) -> None:
        """Hand a part of what is left to another worker that has nothing to do."""
        if self._requests.is_waiting() and self._requests.next() is not None:
            self._events.send(Given(self._exploration.give()))

    def _report(self, path: Path) -> None:
        finding = None
        if path.is_finding or self._exploration.was_stopped:
            finding = self._finding(path)
        send = self._events.send_soon if finding is None else self._events.send
        pruned = path.outcome is Outcome.PRUNED
        trust = None if finding is None else self._trust(path, finding)
        send(PathChecked(pruned, path.depth, finding, trust))

    def _trust(self, path: Path, finding: FindingRecord) -> Trust:
        if path.is_doubtful:
            return Trust.DOUBTFUL
        # Only exceptions are told apart by a process without the engine. How deep a recursion gets, and how far the memory
        # goes, is another matter there; and a hang is looked at in its own way.
        is_told = finding.type is not None and finding.code not in ("hang", "recursion", "memory")
        return Trust.UNCONFIRMED if is_told and self._exploration.can_be_repeated() else Trust.SEEN

    def _finding(self, path: Path) -> FindingRecord | None:
        """The finding, unless a smaller input for the same cause was sent before."""
        if not _is_expression(path.call):
            self._exploration.note_unwritten(path.call)
            return None
        record = describe(path, self._exploration.is_under_test, self._exploration.is_seen_into)
        # A program that catches what stops it comes back, with whatever that made of its result.
        if path.outcome is Outcome.HANG or self._exploration.was_stopped:
            if not self._watch.found_hang():
                return None
            message = f"does not return within {self._watch.hang_seconds:g} s"
            record = replace(record, kind="hang", code="hang", type=None, message=message)
        cause = record.cause
        size = (len(path.call), path.call)
        if cause in self._smallest and self._smallest[cause] <= size:
            return None
        # What may come of other runs is not tried with other inputs here: a process of its own looks at this one.
        is_plain = path.exception is not None and path.contract is None and not path.is_doubtful
        if record.code != "hang" and is_plain:
            record = self._shrinker.shrink(path, record)
        self._smallest[cause] = (len(record.call), record.call)
        return record


def _is_expression(call: str) -> bool:
    try:
        compile(call, "<call>", "eval", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
