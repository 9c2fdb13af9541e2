"""The JSON report of `explore`: one object, written at the end. Schema `pef.explore/1`.

Invariant: the object is valid JSON whatever the code under test printed or returned; text is ASCII-escaped, so lone
surrogates survive.
"""

from __future__ import annotations

import json

from pef.report.formats import PathRecord, Summary, Writer

SCHEMA = "pef.explore/1"


class JsonReport:
    """Collects the paths and writes one object."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream
        self._paths: list[PathRecord] = []

    def path(self, record: PathRecord, *, finding: bool) -> None:
        self._paths.append(record)

    def close(self, summary: Summary) -> None:
        document = {
            "schema": SCHEMA,
            "target": summary.target,
            "verdict": summary.verdict,
            "reasons": summary.reasons,
            "assumed": summary.assumed,
            "paths": self._paths,
            "coverage": summary.coverage,
            "stats": summary.stats,
        }
        self._stream.write(json.dumps(document, indent=2, allow_nan=False) + "\n")
