"""`pef check`: finds functions, has workers explore them, and reports what breaks them.

Invariant: whatever ends the run (its end, the time limit, Ctrl-C), every finding that was confirmed is reported, and
the summary says of each function what is known. A clean exit never means that nothing was looked at.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from pef.cli.confinement import confinement_of, warn_unconfined
from pef.cli.output import results_stream
from pef.cli.progress import CheckProgress
from pef.cli.settings import CheckSettings, settle_check
from pef.errors import ExitStatus, RequestError, did_you_mean, status_after_signal
from pef.project.cache import Cache
from pef.project.changes import changed_since, only_changed
from pef.project.discovery import Found, Selection, discover
from pef.protocol.finding_codes import CODES
from pef.protocol.finding_record import FindingRecord
from pef.report.check_formats import CheckReport, CheckSummary, check_report_named
from pef.report.colour import wants_colour
from pef.report.formats import Presentation
from pef.results import ReasonKind
from pef.shown_path import shown
from pef.startup.records import replace
from pef.supervision.baseline import read_baseline, write_baseline
from pef.supervision.check_member import CheckMember
from pef.supervision.check_plan import CheckPlan, CheckRequest
from pef.supervision.finding_list import FindingList
from pef.supervision.findings import Finding
from pef.supervision.function_work import FunctionWork
from pef.supervision.interrupts import Interrupts, noticed
from pef.supervision.kept_results import KeptResults
from pef.supervision.pool import Ending, Pool
from pef.supervision.process import Worker
from pef.target import find_project_root


def check(arguments: argparse.Namespace, worker: Worker | None) -> ExitStatus:
    """Carry out the command."""
    started = time.monotonic()
    paths: list[str] = arguments.paths_to_check
    settings = settle_check(arguments, _configured_from(paths[0]))
    selection = Selection(settings.include, settings.exclude, settings.private)
    found = discover(paths, selection)
    if any(_is_function(path) for path in paths):
        settings = replace(settings, is_selective=True)
    if settings.since is not None:
        found.candidates = only_changed(found.candidates, changed_since(settings.since, Path.cwd()))
    _warn_of_unknown_codes(found)
    if not found.candidates:
        return _allowed(_nothing(found, paths, settings.since), settings)
    with results_stream(settings.common.output) as stream, confinement_of(settings.common) as confinement:
        presentation = Presentation(wants_colour(stream), settings.common.quiet, settings.common.verbose)
        report = check_report_named(settings.common.format, stream, presentation)
        with CheckProgress(settings.common.quiet, len(found.candidates)) as progress, noticed() as interrupts:
            check = _Check(found, settings, report, progress, started)
            return _allowed(check.run(interrupts, worker, confinement), settings)


def _allowed(status: ExitStatus, settings: CheckSettings) -> ExitStatus:
    """The status, which `--allow-empty` makes that of nothing found where there was nothing to look at."""
    if status is ExitStatus.NOTHING_TO_CHECK and settings.allow_empty:
        return ExitStatus.NOTHING_FOUND
    return status


def _warn_of_unknown_codes(found: Found) -> None:
    """Say which comments silence nothing, because there is no such code."""
    for file, pragmas in found.pragmas.items():
        for line, codes in sorted(pragmas.ignores.items()):
            for code in sorted(codes - CODES.keys()):
                hint = did_you_mean(code, CODES)
                sys.stderr.write(f"pef: {shown(str(file))}:{line}: ignore: there is no code {code!r}{hint}\n")


def _is_function(argument: str) -> bool:
    return ":" in argument and not Path(argument).exists()


def _configured_from(first: str) -> Path:
    place = first.rpartition(":")[0] or first
    path = Path(place)
    if path.is_dir():
        return path.resolve()
    return path.resolve().parent if path.is_file() else Path.cwd()


def _nothing(found: Found, paths: list[str], since: str | None) -> ExitStatus:
    if found.unreadable:
        name, why = found.unreadable[0]
        raise RequestError(f"{name} does not parse: {why}")
    changed = f" that differ from {since}" if since else ""
    sys.stderr.write(f"pef: no functions to check in {', '.join(paths)}{changed}\n")
    return ExitStatus.NOTHING_TO_CHECK


class _Check:
    """One run of the command."""

    def __init__(
        self,
        found: Found,
        settings: CheckSettings,
        report: CheckReport,
        progress: CheckProgress,
        started: float,
    ) -> None:
        self._found = found
        self._settings = settings
        self._report = report
        self._progress = progress
        self._started = started
        self._works = [FunctionWork(number, candidate) for number, candidate in enumerate(found.candidates)]
        self._findings = FindingList(self._works, self._is_silenced, self._show)
        self._accepted: frozenset[str] = frozenset()
        if settings.baseline is not None and not settings.write_baseline:
            self._accepted = read_baseline(settings.baseline)

    def run(self, interrupts: Interrupts, worker: Worker | None, confinement: dict[str, Any] | None) -> ExitStatus:
        options = self._settings.common.options
        kept = KeptResults(_cache_of(self._settings), self._works)
        for work in kept.recall(options, self._findings.add):
            self.turn_ended(work)
        deadline = None if options.time is None else self._started + options.time
        pool: Pool[CheckMember] = Pool(deadline=deadline, verbose=self._settings.common.verbose, ready=worker)
        request = CheckRequest(options, options.workers, self._settings.hang_after, confinement)
        ending = pool.run(CheckPlan(self._works, request, pool, self), interrupts)
        self._cut_off(ending)
        kept.keep(self._findings.records_of)
        self._findings.close()
        # Nothing draws the bar again from here on.
        self._progress.clear()
        summary = self._summary(ending)
        self._report.close(summary)
        self._complain()
        if ending is Ending.INTERRUPTED:
            return status_after_signal(interrupts.number)
        if self._settings.write_baseline and self._settings.baseline is not None:
            count = write_baseline(self._settings.baseline, summary.findings, self._was_checked)
            findings = "finding" if count == 1 else "findings"
            sys.stderr.write(f"pef: {self._settings.baseline} lists {count} accepted {findings}\n")
            return ExitStatus.NOTHING_FOUND
        return self._status()

    # What the plan tells.

    def finding(self, work: FunctionWork, record: FindingRecord) -> None:
        self._findings.add(work, record)

    def turn_ended(self, work: FunctionWork) -> None:
        self._findings.turn_ended(work)
        self.progress()

    def progress(self) -> None:
        done = sum(1 for work in self._works if work.has_ended)
        self._progress.show(done, sum(work.count_paths() for work in self._works), len(self._findings))

    def unconfined(self, missing: list[str]) -> None:
        warn_unconfined(missing)

    def _show(self, finding: Finding) -> None:
        self._progress.clear()
        self._report.finding(finding)

    def _is_silenced(self, finding: Finding) -> bool:
        if finding.code in self._settings.ignore:
            return True
        for file, pragmas in self._found.pragmas.items():
            if shown(str(file)) == finding.path:
                return pragmas.ignores_code(finding.line, finding.code) or finding.fingerprint in self._accepted
        return finding.fingerprint in self._accepted

    # The end.

    def _cut_off(self, ending: Ending) -> None:
        """Say of every function that has not come to its end why not."""
        if ending is Ending.DONE:
            return
        limit = self._settings.common.options.time
        for work in self._works:
            if work.has_ended:
                continue
            begun = "" if work.rounds else ", before it was begun"
            if ending is Ending.INTERRUPTED:
                work.end(ReasonKind.INTERRUPTED, begun.removeprefix(", "))
            else:
                work.end(ReasonKind.TIME, f"{limit:g} s{begun}")

    def _summary(self, ending: Ending) -> CheckSummary:
        notes = [f"{name} does not parse: {why}" for name, why in self._found.unreadable]
        notes += list(dict.fromkeys(_import_note(work) for work in self._works if work.import_failed))
        # A contract of a class is one for all its methods.
        notes += list(dict.fromkeys(work.obstacle or "" for work in self._works if work.has_bad_contract))
        notes += list(
            dict.fromkeys(
                f"{reason.where or work.candidate.target.text} {reason.detail}, which is not allowed"
                for work in self._works
                for reason in work.all_reasons()
                if reason.kind is ReasonKind.CONFINED
            )
        )
        limit = self._settings.common.options.time
        cut = {Ending.INTERRUPTED: "interrupted", Ending.TIME: f"the time limit of {limit or 0:g} s was reached"}
        return CheckSummary(
            findings=self._findings.in_order(),
            functions=[work.summary() for work in self._works],
            seconds=time.monotonic() - self._started,
            notes=notes,
            silenced=self._findings.silenced,
            cut=cut.get(ending),
        )

    def _was_checked(self, path: str, function: str) -> bool:
        """Whether what there is to be found in a function would have been: all of its file was looked at, or itself."""
        works = [work for work in self._works if work.shown_file == path]
        if not self._settings.is_selective:
            return bool(works)
        return any(work.candidate.target.qualname == function for work in works)

    def _complain(self) -> None:
        for work in self._works:
            if work.defect is not None:
                name = work.candidate.target.text
                sys.stderr.write(f"pef: a defect of PEF itself, please report it: {name}: {work.defect}\n")

    def _status(self) -> ExitStatus:
        if self._findings:
            return ExitStatus.FOUND
        if any(work.defect for work in self._works):
            return ExitStatus.DEFECT
        if self._found.unreadable or any(work.import_failed or work.has_bad_contract for work in self._works):
            return ExitStatus.BAD_REQUEST
        if not any(work.runnable for work in self._works):
            refusals = [work.obstacle for work in self._works if work.obstacle and work.obstacle.startswith("--")]
            if len(refusals) == len(self._works):
                # It is not the functions but an option that is wrong.
                sys.stderr.write(f"pef: {refusals[0]}\n")
                return ExitStatus.BAD_REQUEST
            return ExitStatus.NOTHING_TO_CHECK
        return ExitStatus.NOTHING_FOUND


def _import_note(work: FunctionWork) -> str:
    """Why a module cannot be imported; the message of the worker mostly begins with where it is."""
    why = work.obstacle or ""
    name = work.candidate.target.text.rpartition(":")[0]
    for place in (str(work.candidate.file), name):
        if why.startswith(f"{place} "):
            return f"{name} {why.removeprefix(f'{place} ')}"
    return f"{name} cannot be imported: {why}"


def _cache_of(settings: CheckSettings) -> Cache | None:
    if not settings.cache:
        return None
    options = settings.common.options.to_json()
    # Neither changes what a function that came to its end came to.
    del options["time"], options["workers"]
    relevant = {**options, "hang": settings.hang_after, "allow": settings.common.permissions.to_json()}
    folder = find_project_root(Path.cwd()) or Path.cwd()
    return Cache(folder / ".pef-cache" / "check", relevant)
