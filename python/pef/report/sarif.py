"""The SARIF 2.1.0 report of `check`, for code scanning services: one log with one run, written at the end.

Invariant: the document validates against the published schema. Rules are the codes of `pef.protocol.finding_codes`, in their
order, so an index into them is stable for one version of PEF.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pef.protocol.finding_codes import CODES
from pef.report.check_formats import CheckSummary
from pef.report.formats import Writer
from pef.supervision.findings import Finding

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = list(CODES)


class SarifReport:
    """Writes one log."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream

    def finding(self, finding: Finding) -> None:
        """Everything is written at the end."""

    def close(self, summary: CheckSummary) -> None:
        from importlib.metadata import version

        driver = {
            "name": "PEF",
            "fullName": "Python Error Finder",
            "semanticVersion": version("pef"),
            "rules": [
                {
                    "id": code,
                    "shortDescription": {"text": text},
                    "defaultConfiguration": {"level": "error"},
                }
                for code, text in CODES.items()
            ],
        }
        invocation = {
            "executionSuccessful": summary.cut != "interrupted",
            "toolExecutionNotifications": [{"level": "note", "message": {"text": note}} for note in summary.notes],
        }
        run = {
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": [_result(finding) for finding in summary.findings],
        }
        document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
        self._stream.write(json.dumps(document, indent=2, allow_nan=False) + "\n")


def _result(finding: Finding) -> dict[str, Any]:
    condition = f", when {', '.join(finding.condition)}" if finding.condition else ""
    region: dict[str, Any] = {"startLine": finding.line, "startColumn": finding.column}
    if finding.end_column is not None and finding.end_column > finding.column:
        region["endColumn"] = finding.end_column
    if finding.source_line is not None:
        region["snippet"] = {"text": finding.source_line}
    return {
        "ruleId": finding.code,
        "ruleIndex": _RULES.index(finding.code),
        "level": "error",
        "message": {"text": f"{finding.headline}: {finding.call}{condition}"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": _artifact(finding.path), "region": region},
                "logicalLocations": [{"fullyQualifiedName": finding.target, "kind": "function"}],
            }
        ],
        "partialFingerprints": {"pefCause/v1": finding.fingerprint},
        "properties": {"call": finding.call, "condition": finding.condition, "reproduced": finding.reproduced},
    }


def _artifact(path: str) -> dict[str, str]:
    place = Path(path)
    if place.is_absolute():
        return {"uri": place.as_uri()}
    return {"uri": quote(place.as_posix()), "uriBaseId": "%SRCROOT%"}
