"""JUnit XML: a test suite with a case for each function, failed where there are findings, skipped where it cannot run.

Invariant: well-formed XML whatever the code under test says: characters that XML does not have are written as escapes.
"""

from __future__ import annotations

from xml.etree import ElementTree

from pef.report.check_formats import CheckSummary
from pef.report.formats import Writer
from pef.report.text import reason_text, visible
from pef.supervision.findings import Finding


class JunitReport:
    """Writes one document."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream

    def finding(self, finding: Finding) -> None:
        """Everything is written at the end."""

    def close(self, summary: CheckSummary) -> None:
        by_target: dict[str, list[Finding]] = {}
        for finding in summary.findings:
            by_target.setdefault(finding.target, []).append(finding)
        skipped = {function["target"] for function in summary.not_runnable()}
        suites = ElementTree.Element("testsuites")
        suite = ElementTree.SubElement(
            suites,
            "testsuite",
            name="pef",
            tests=str(len(summary.functions)),
            failures=str(len(by_target)),
            errors="0",
            skipped=str(len(skipped - set(by_target))),
            time=f"{summary.seconds:.3f}",
        )
        for function in summary.functions:
            target = function["target"]
            place, _, name = target.rpartition(":")
            seconds = f"{function['stats'].get('seconds', 0.0):.3f}"
            case = ElementTree.SubElement(suite, "testcase", classname=visible(place), name=visible(name), time=seconds)
            reasons = "; ".join(reason_text(reason) for reason in function["reasons"])
            found = by_target.get(target, [])
            if found:
                failure = ElementTree.SubElement(
                    case, "failure", message=visible(found[0].headline), type=found[0].code
                )
                failure.text = "\n".join(_text(finding) for finding in found)
            elif target in skipped:
                ElementTree.SubElement(case, "skipped", message=visible(reasons))
            else:
                output = ElementTree.SubElement(case, "system-out")
                output.text = visible(function["verdict"] + (f" ({reasons})" if reasons else ""))
        ElementTree.indent(suites)
        text = ElementTree.tostring(suites, encoding="unicode")
        self._stream.write(f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')


def _text(finding: Finding) -> str:
    when = f" when {', '.join(finding.condition)}" if finding.condition else ""
    place = f"{finding.path}:{finding.line}:{finding.column}"
    return visible(f"{place} error[{finding.code}]: {finding.headline}: {finding.call}{when}")
