"""`pef explore`: has one function explored by a worker and reports the paths as they come.

Invariant: whatever ends the exploration (its end, the time limit, Ctrl-C, the death of the worker), every path that
was reported counts, and the closing line says why there are not more.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Any

from pef.announcing import ExcludedCall
from pef.cli.confinement import confinement_of, warn_unconfined
from pef.cli.output import results_stream
from pef.cli.progress import Progress
from pef.cli.settings import Settings, settle
from pef.errors import DefectError, ExitStatus, RequestError, status_after_signal
from pef.process import Worker
from pef.records import as_dict
from pef.report.colour import wants_colour
from pef.report.formats import ExploreReport, PathRecord, Presentation, Summary, report_named
from pef.supervisor import Ending, JobResult, Stage, Supervisor
from pef.target import Target, parse_target
from pef.team import Team
from pef.uncovered import nothing_covered

# What the engine keeps back of the time limit to end by itself and report, before the supervisor ends it.
_RESERVE_SHARE = 0.1
_RESERVE_SECONDS = 0.3
_CONFIRMATION_SECONDS = 10.0
# After so many calls that end the process, no more are looked for.
_DEATHS = 10
# So many paths that may come of what other runs left behind are looked at in processes of their own.
_DOUBTS = 20


def explore(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    """Carry out the command."""
    started = time.monotonic()
    target = parse_target(arguments.target)
    configured_from = target.file.parent if target.file else target.project_root
    settings = settle(arguments, configured_from)
    certificate = FilePath(arguments.certificate) if arguments.certificate else None
    if certificate is not None and not certificate.parent.is_dir():
        raise RequestError(f"cannot write {certificate}: there is no folder {certificate.parent}")
    with results_stream(settings.output) as stream, confinement_of(settings) as confinement:
        presentation = Presentation(wants_colour(stream), settings.quiet, settings.verbose)
        report = report_named(settings.format, stream, presentation)
        with Progress(settings.quiet or presentation.colour) as progress:
            return _Explore(target, settings, report, progress, started, confinement, certificate).run(worker)


class _Explore:
    """One run of the command."""

    def __init__(
        self,
        target: Target,
        settings: Settings,
        report: ExploreReport,
        progress: Progress,
        started: float,
        confinement: dict[str, Any] | None,
        certificate: FilePath | None = None,
    ) -> None:
        self._target = target
        self._settings = settings
        self._report = report
        self._progress = progress
        self._started = started
        self._confinement = confinement
        self._certificate = certificate
        """Where to write one."""
        self._certified: dict[str, Any] | None = None
        """What the worker said of it."""
        self._refusals: list[dict[str, Any]] = []
        """What the code under test was not let do, as reasons."""
        self._limit = settings.options.time
        self._deadline = None if self._limit is None else started + self._limit
        self._finding = False
        self._doubtful: list[PathRecord] = []
        """Paths that show an error which may come of what other runs left behind."""
        self._excluded: list[ExcludedCall] = []
        self._known_in_team: set[int] = set()
        self._reported: Counter[str] = Counter()
        self._repeated: Counter[str] = Counter()
        """Calls that a worker before reported, and this one will again."""
        self._found_later: list[dict[str, Any]] = []
        """Reasons of the supervisor."""
        self._count = 0
        self._pruned = 0
        self._depth = 0
        self._established: dict[str, Any] | None = None
        """The last report of the worker: final after `done`, a snapshot before."""

    def run(self, worker: Worker | None) -> ExitStatus:
        result = self._explored(worker)
        while result.ending is Ending.DIED and self._can_go_on_after(result):
            self._repeated = Counter(self._reported)
            result = self._explored(None)
        if result.ending is not Ending.INTERRUPTED:
            self._resolve_doubts()
        match result.ending:
            case Ending.DONE:
                summary = self._whole_summary()
            case Ending.TIME if result.stage is not Stage.RUNNING:
                raise RequestError(
                    f"{self._target.location} was not imported within {self._limit:g} s: give it more --time, or look at what "
                    "it does when it is imported"
                )
            case Ending.TIME:
                detail = f"{self._limit:g} s" + (f", while running {result.running}" if result.running else "")
                summary = self._partial_summary("time", detail)
            case Ending.INTERRUPTED:
                summary = self._partial_summary("interrupted", "")
            case Ending.DIED:
                summary = self._partial_summary("worker", f"{len(self._excluded)} calls ended the process")
        self._progress.clear()
        self._report.close(summary)
        if self._certificate is not None:
            self._write_certificate(self._certificate, summary)
        if result.ending is Ending.INTERRUPTED:
            return status_after_signal(result.signal)
        if self._finding:
            return ExitStatus.FOUND
        # A clean exit never means that nothing was looked at.
        return ExitStatus.NOTHING_FOUND if self._count + self._pruned else ExitStatus.NOTHING_TO_CHECK

    @property
    def _is_shared(self) -> bool:
        """Which paths come first, and so which count under a bound on their number, would depend on the clock."""
        options = self._settings.options
        return options.workers > 1 and options.paths is None and self._certificate is None

    def _write_certificate(self, file: FilePath, summary: Summary) -> None:
        """Write it, or say why there is none."""
        certified = self._certified
        if summary.verdict != "verified" or certified is None:
            kinds = ", ".join(dict.fromkeys(reason["kind"] for reason in summary.reasons))
            problem = f"the verdict is {summary.verdict}" + (f" ({kinds})" if kinds else "")
        elif certified["content"] is None:
            problem = certified["problem"]
        else:
            import json

            try:
                file.write_text(json.dumps(certified["content"], indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise RequestError(f"cannot write {file}: {error.strerror or error}") from None
            return
        # One of an earlier exploration would be taken for the answer to this one.
        file.unlink(missing_ok=True)
        sys.stderr.write(f"pef: no certificate: {problem}\n")

    def _explored(self, worker: Worker | None) -> JobResult:
        return self._explored_by_team(worker) if self._is_shared else self._explored_by_one(worker)

    def _explored_by_one(self, worker: Worker | None) -> JobResult:
        supervisor = Supervisor(deadline=self._deadline, verbose=self._settings.verbose, ready=worker)
        return supervisor.run(self._job("explore", **self._of_exploration()), self._take)

    def _explored_by_team(self, worker: Worker | None) -> JobResult:
        team = Team(
            lambda: self._job("share", **self._of_exploration()),
            self._take,
            workers=self._settings.options.workers,
            deadline=self._deadline,
            verbose=self._settings.verbose,
            known=self._known_in_team,
        )
        return team.run(worker)

    def _job(self, kind: str, **fields: Any) -> dict[str, Any]:
        target = as_dict(self._target)
        target["file"] = str(self._target.file) if self._target.file else None
        target["project_root"] = str(self._target.project_root)
        target["import_roots"] = [str(root) for root in self._target.import_roots]
        return {"job": kind, "target": target, "confinement": self._confinement, **fields}

    def _of_exploration(self) -> dict[str, Any]:
        certificate = None if self._certificate is None else self._target.text
        return {"options": self._worker_options(), "excluded": self._excluded, "certificate": certificate}

    def _worker_options(self) -> dict[str, Any]:
        options = self._settings.options.to_json()
        if self._deadline is not None:
            remaining = max(self._deadline - time.monotonic(), 0.001)
            options["time"] = remaining - min(_RESERVE_SECONDS, remaining * _RESERVE_SHARE)
        return options

    def _take(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "path":
                call = event["path"]["call"]
                if self._repeated[call] and not self._is_shared:
                    self._repeated[call] -= 1
                    return
                self._reported[call] += 1
                if event["doubtful"]:
                    self._doubtful.append(event["path"])
                else:
                    self._add(event["path"], finding=event["finding"])
            case "refusal":
                reason = {"kind": "confined", "where": event["where"], "detail": f"tried to {event['what']}"}
                if reason not in self._refusals:
                    self._refusals.append(reason)
            case "certificate":
                self._certified = event
            case "unconfined":
                warn_unconfined(event["missing"])
            case _:
                self._established = event.get("report")

    def _add(self, record: PathRecord, *, finding: bool) -> None:
        if record["outcome"] == "pruned":
            self._pruned += 1
        else:
            self._count += 1
        self._depth = max(self._depth, record["depth"])
        self._finding = self._finding or finding
        self._progress.clear()
        self._report.path(record, finding=finding)
        self._progress.show(self._count)

    def _whole_summary(self) -> Summary:
        established = self._established
        if established is None:
            raise DefectError("the worker ended without a report")
        stats = {**established["stats"], "seconds": self._seconds()}
        if self._excluded:
            # The last worker knows nothing of what ended those before it.
            stats |= {"paths": self._count, "pruned": self._pruned, "depth": self._depth}
        verdict = "refuted" if self._finding else established["verdict"]
        if (self._refusals or self._found_later) and verdict != "refuted":
            verdict = "unknown"
        reasons = [*established["reasons"], *self._refusals, *self._found_later]
        return Summary(self._target.text, verdict, reasons, established["coverage"], stats, established["assumed"])

    def _partial_summary(self, kind: str, detail: str) -> Summary:
        """What is known of an exploration that was cut off: never more than `bounded`."""
        known = self._established or {
            "verdict": "bounded",
            "reasons": [],
            "coverage": nothing_covered(self._target.file, self._target.qualname),
            "stats": {},
            "assumed": {},
        }
        stats = {
            "runs": self._count,
            **known["stats"],
            "paths": self._count,
            "pruned": self._pruned,
            "depth": self._depth,
            "seconds": self._seconds(),
        }
        reasons = [*known["reasons"], *self._refusals, *self._found_later]
        reasons.append({"kind": kind, "where": None, "detail": detail})
        undecided = known["verdict"] == "unknown" or bool(self._refusals or self._found_later)
        verdict = "refuted" if self._finding else "unknown" if undecided else "bounded"
        return Summary(self._target.text, verdict, reasons, known["coverage"], stats, known["assumed"])

    def _seconds(self) -> float:
        return round(time.monotonic() - self._started, 6)

    def _can_go_on_after(self, result: JobResult) -> bool:
        """A worker died: the input that did it is a finding if it also ends a process without the engine. Another worker
        does the rest, unless this happened too often.
        """
        if result.stage is Stage.IMPORTING:
            raise RequestError(f"importing {self._target.location} ended the process ({result.death})")
        if result.running is None:
            raise DefectError(f"the worker died ({result.death})\n{result.error_output}")
        replayed = self._replay(result.running)
        if replayed.ending is Ending.DONE:
            raise DefectError(
                f"the worker died ({result.death}) while running {result.running}, which the plain function survives\n"
                f"{result.error_output}"
            )
        if replayed.ending is Ending.DIED and replayed.stage is Stage.RUNNING:
            self._add(_crash_record(result.running), finding=True)
        detail = (
            f"the process ended ({result.death}) while running {result.running}; the search did not go on from there"
        )
        self._found_later.append({"kind": "worker", "where": None, "detail": detail})
        self._excluded.append({"call": result.running, "plain": result.plain})
        return len(self._excluded) < _DEATHS

    def _resolve_doubts(self) -> None:
        """Look at paths that may show what other runs left behind in processes that ran nothing else."""
        for number, record in enumerate(self._doubtful):
            exception = record["exception"]
            is_late = self._deadline is not None and time.monotonic() >= self._deadline
            raised: str | None = None
            if exception is not None and number < _DOUBTS and not is_late:
                raised = self._raised_alone(record["call"])
            shown = raised is not None and raised == exception["type"].rpartition(".")[2]
            if not shown:
                detail = f"{record['call']} failed, but was not seen to fail in a process of its own"
                self._found_later.append({"kind": "unreproduced", "where": None, "detail": detail})
            self._add({**record, "reproduced": shown}, finding=shown)

    def _raised_alone(self, call: str) -> str | None:
        """The name of the exception that a call raises in a new process."""
        events: list[dict[str, Any]] = []
        self._replay(call, events.append)
        return next((event["raised"] for event in events if event["event"] == "done"), None)

    def _replay(self, call: str, on_event: Callable[[dict[str, Any]], None] = lambda _event: None) -> JobResult:
        deadline = time.monotonic() + _CONFIRMATION_SECONDS
        if self._deadline is not None:
            deadline = min(deadline, max(self._deadline, time.monotonic() + 0.5))
        supervisor = Supervisor(deadline=deadline, verbose=self._settings.verbose)
        return supervisor.run(self._job("replay", call=call), on_event)


def _crash_record(call: str) -> PathRecord:
    arguments, keywords = _arguments_of(call)
    return {
        "call": call,
        "args": arguments,
        "kwargs": keywords,
        "outcome": "crash",
        "result": None,
        "exception": None,
        "stdout": "",
        "condition": [],
        "depth": 0,
        "contract": None,
        "reproduced": True,
    }


def _arguments_of(call: str) -> tuple[list[str], dict[str, str]]:
    import ast

    expression = ast.parse(call, mode="eval").body
    if not isinstance(expression, ast.Call):
        return [], {}
    keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in expression.keywords if keyword.arg}
    return [ast.unparse(argument) for argument in expression.args], keywords
