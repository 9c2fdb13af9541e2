"""The JSON report of `check`: one object, written at the end. Schema `pef.check/1`.

Invariant: valid JSON whatever the code under test raised; text is ASCII-escaped, so lone surrogates survive. Functions
that could not be run count as `unknown` with the reason `not-runnable`.
"""

from __future__ import annotations

import json

from pef.report.check_formats import CheckSummary
from pef.report.formats import Writer
from pef.supervision.findings import Finding

SCHEMA = "pef.check/1"


class CheckJsonReport:
    """Writes one object."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream

    def finding(self, finding: Finding) -> None:
        """Everything is written at the end."""

    def close(self, summary: CheckSummary) -> None:
        document = {
            "schema": SCHEMA,
            "functions": summary.functions,
            "findings": [finding.to_json() for finding in summary.findings],
            "notes": summary.notes,
            "summary": {
                "functions": len(summary.functions),
                "verified": summary.count("verified"),
                "refuted": summary.count("refuted"),
                "bounded": summary.count("bounded"),
                "unknown": summary.count("unknown"),
                "not_runnable": len(summary.not_runnable()),
                "silenced": summary.silenced,
                "seconds": round(summary.seconds, 3),
            },
        }
        self._stream.write(json.dumps(document, indent=2, allow_nan=False) + "\n")
