"""GitHub annotations: one workflow command a finding, which the runner turns into a mark on the line.

Invariant: what a finding says cannot become a workflow command of its own: line ends and the signs that have a meaning
are escaped as the runner wants them.
"""

from __future__ import annotations

from pef.report.check_formats import CheckSummary
from pef.report.formats import Writer
from pef.report.text import visible
from pef.supervision.findings import Finding


class GithubReport:
    """Writes annotations."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream

    def finding(self, finding: Finding) -> None:
        """Everything is written at the end, smallest inputs included."""

    def close(self, summary: CheckSummary) -> None:
        lines = [_annotation(finding) for finding in summary.findings]
        lines += [f"::notice::{_data(note)}" for note in summary.notes]
        self._stream.write("".join(f"{line}\n" for line in lines))


def _annotation(finding: Finding) -> str:
    properties = {
        "file": finding.path,
        "line": str(finding.line),
        "col": str(finding.column),
        **({"endColumn": str(finding.end_column)} if finding.end_column else {}),
        "title": f"pef: {finding.code}",
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    when = f", when {', '.join(finding.condition)}" if finding.condition else ""
    return f"::error {listed}::{_data(f'{finding.headline}: {finding.call}{when}')}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
