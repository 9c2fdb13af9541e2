"""`pef explore`: has one function explored by workers and reports the paths as they come.

Invariant: whatever ends the exploration (its end, the time limit, Ctrl-C, the death of the worker), every path that
was reported counts, and the closing line says why there are not more.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path as FilePath
from typing import Any

from pef.cli.confinement import confinement_of, warn_unconfined
from pef.cli.output import results_stream
from pef.cli.progress import Progress
from pef.cli.settings import Settings, settle
from pef.errors import DefectError, ExitStatus, RequestError, status_after_signal
from pef.protocol.events import Certified
from pef.report.colour import wants_colour
from pef.report.formats import ExploreReport, PathRecord, Presentation, Summary, report_named
from pef.results import Reason, ReasonKind, Verdict
from pef.supervision.explore_plan import ExploreMember, ExplorePlan, ExploreRequest
from pef.supervision.interrupts import noticed
from pef.supervision.pool import Ending, Pool
from pef.supervision.process import Worker
from pef.supervision.uncovered import nothing_covered
from pef.target import Target, parse_target


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
        certificate: FilePath | None,
    ) -> None:
        self._target = target
        self._settings = settings
        self._report = report
        self._progress = progress
        self._started = started
        self._confinement = confinement
        self._certificate = certificate
        """Where to write one."""
        self._limit = settings.options.time
        self._finding = False
        self._count = 0
        self._pruned = 0
        self._depth = 0

    def run(self, worker: Worker | None) -> ExitStatus:
        options = self._settings.options
        # Which paths come first, and so which count under a bound on their number, would depend on the clock.
        workers = options.workers if options.paths is None and self._certificate is None else 1
        deadline = None if self._limit is None else self._started + self._limit
        pool: Pool[ExploreMember] = Pool(deadline=deadline, verbose=self._settings.verbose, ready=worker)
        wants_certificate = self._certificate is not None
        request = ExploreRequest(self._target, options, workers, self._confinement, wants_certificate)
        plan = ExplorePlan(request, pool, self)
        with noticed() as interrupts:
            ending = pool.run(plan, interrupts)
        self._progress.clear()
        summary = self._summary(plan, ending)
        self._report.close(summary)
        if self._certificate is not None:
            self._write_certificate(self._certificate, plan.certified, summary)
        if ending is Ending.INTERRUPTED:
            return status_after_signal(interrupts.number)
        if self._finding:
            return ExitStatus.FOUND
        # A clean exit never means that nothing was looked at.
        return ExitStatus.NOTHING_FOUND if self._count + self._pruned else ExitStatus.NOTHING_TO_CHECK

    # What the plan tells.

    def path(self, record: PathRecord, *, finding: bool) -> None:
        if record["outcome"] == "pruned":
            self._pruned += 1
        else:
            self._count += 1
        self._depth = max(self._depth, record["depth"])
        self._finding = self._finding or finding
        self._progress.clear()
        self._report.path(record, finding=finding)
        self._progress.show(self._count)

    def unconfined(self, missing: list[str]) -> None:
        warn_unconfined(missing)

    # The end.

    def _summary(self, plan: ExplorePlan, ending: Ending) -> Summary:
        reasons = [*plan.reasons, *self._cut_by(plan, ending)]
        report = plan.report
        if report is None and ending is Ending.DONE and not plan.crashes:
            raise DefectError("the worker ended without a report")
        coverage = report.coverage.to_json() if report else nothing_covered(self._target.file, self._target.qualname)
        stats: dict[str, int | float] = {
            **(report.stats if report else {"runs": self._count}),
            "seconds": self._seconds(),
        }
        if ending is not Ending.DONE or plan.crashes:
            # The last worker knows nothing of what ended those before it.
            stats |= {"paths": self._count, "pruned": self._pruned, "depth": self._depth}
        return Summary(
            self._target.text,
            self._verdict(report.verdict if report else Verdict.BOUNDED, plan.reasons, ending).value,
            [reason.to_json() for reason in (*(report.reasons if report else ()), *reasons)],
            coverage,
            stats,
            report.assumed if report else {},
        )

    def _write_certificate(self, file: FilePath, certified: Certified | None, summary: Summary) -> None:
        """Write it, or say why there is none."""
        if summary.verdict != "verified" or certified is None:
            kinds = ", ".join(dict.fromkeys(reason["kind"] for reason in summary.reasons))
            problem = f"the verdict is {summary.verdict}" + (f" ({kinds})" if kinds else "")
        elif certified.content is None:
            problem = certified.problem or ""
        else:
            import json

            try:
                file.write_text(json.dumps(certified.content, indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise RequestError(f"cannot write {file}: {error.strerror or error}") from None
            return
        # One of an earlier exploration would be taken for the answer to this one.
        file.unlink(missing_ok=True)
        sys.stderr.write(f"pef: no certificate: {problem}\n")

    def _verdict(self, established: Verdict, reasons: list[Reason], ending: Ending) -> Verdict:
        """An exploration that was cut off is never more than bounded; what the supervisor knows makes it unknown."""
        if self._finding:
            return Verdict.REFUTED
        if reasons or established is Verdict.UNKNOWN:
            return Verdict.UNKNOWN
        return established if ending is Ending.DONE else Verdict.BOUNDED

    def _cut_by(self, plan: ExplorePlan, ending: Ending) -> list[Reason]:
        if ending is Ending.INTERRUPTED:
            return [Reason(ReasonKind.INTERRUPTED)]
        if ending is Ending.DONE:
            return []
        if not plan.has_loaded:
            raise RequestError(
                f"{self._target.location} was not imported within {self._limit:g} s: give it more --time, or look at what "
                "it does when it is imported"
            )
        running = f", while running {plan.running}" if plan.running else ""
        return [Reason(ReasonKind.TIME, None, f"{self._limit:g} s{running}")]

    def _seconds(self) -> float:
        return round(time.monotonic() - self._started, 6)
