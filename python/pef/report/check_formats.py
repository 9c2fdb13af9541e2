"""The table of output formats of `check`, and what each of them has to do.

Invariant: a format sees plain data, findings one at a time as they are confirmed and everything once more at the end,
so that one that writes a document and one that writes lines are the same kind of thing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pef.errors import RequestError, choices
from pef.report.formats import Presentation, Writer
from pef.startup.records import Record, field
from pef.supervision.findings import Finding


class CheckSummary(Record):
    """All that a run of `check` came to."""

    findings: list[Finding]
    functions: list[dict[str, Any]]
    """One for each function: target, verdict, reasons, coverage, stats."""
    seconds: float
    notes: list[str] = field(default_factory=list)
    """What the code under test tried and was not let do, files that do not parse, and the like."""
    silenced: int = 0
    """Findings that a comment or the baseline accepts."""
    cut: str | None = None
    """Why the run ended early."""

    def count(self, verdict: str) -> int:
        return sum(1 for function in self.functions if function["verdict"] == verdict)

    def not_runnable(self) -> list[dict[str, Any]]:
        return [
            function
            for function in self.functions
            if any(reason["kind"] == "not-runnable" for reason in function["reasons"])
        ]


class CheckReport(Protocol):
    """One report of `pef check`."""

    def finding(self, finding: Finding) -> None:
        """A finding is confirmed."""

    def close(self, summary: CheckSummary) -> None:
        """There is no more."""


def _text(stream: Writer, presentation: Presentation) -> CheckReport:
    from pef.report.check_text import CheckTextReport

    return CheckTextReport(stream, presentation)


def _json(stream: Writer, _presentation: Presentation) -> CheckReport:
    from pef.report.check_json import CheckJsonReport

    return CheckJsonReport(stream)


def _sarif(stream: Writer, _presentation: Presentation) -> CheckReport:
    from pef.report.sarif import SarifReport

    return SarifReport(stream)


def _github(stream: Writer, _presentation: Presentation) -> CheckReport:
    from pef.report.github import GithubReport

    return GithubReport(stream)


def _junit(stream: Writer, _presentation: Presentation) -> CheckReport:
    from pef.report.junit import JunitReport

    return JunitReport(stream)


CHECK_FORMATS: dict[str, Callable[[Writer, Presentation], CheckReport]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "junit": _junit,
}


def check_report_named(name: str, stream: Writer, presentation: Presentation) -> CheckReport:
    """A report in the format of that name, or a request error that lists them."""
    maker = CHECK_FORMATS.get(name)
    if maker is None:
        raise RequestError(f"unknown format {name!r}{choices(name, CHECK_FORMATS)}")
    return maker(stream, presentation)
