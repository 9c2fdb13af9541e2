"""The JSON report of `explore`: one object, written at the end. Schema `pef.explore/1`.

Invariants: the object is valid JSON whatever the code under test printed or returned; text is ASCII-escaped, so lone
surrogates survive. What is left to do at the end takes no time to speak of, however many paths there are: each is
written, on a line of its own, when it comes, while the worker is looking for the next.
"""

from __future__ import annotations

import json
from typing import Any

from pef.report.formats import PathRecord, Summary, Writer

SCHEMA = "pef.explore/1"
_AT_ONCE = 1000


class JsonReport:
    """Collects the paths and writes one object."""

    def __init__(self, stream: Writer) -> None:
        self._stream = stream
        # As text: so many objects would be looked through for garbage again and again.
        self._paths: list[str] = []

    def path(self, record: PathRecord, *, finding: bool) -> None:
        self._paths.append(json.dumps(record, allow_nan=False))

    def close(self, summary: Summary) -> None:
        before = {
            "schema": SCHEMA,
            "target": summary.target,
            "verdict": summary.verdict,
            "reasons": summary.reasons,
            "assumed": summary.assumed,
        }
        after = {"coverage": summary.coverage, "stats": summary.stats}
        self._stream.write(f'{{\n  {_members(before)},\n  "paths": [')
        for start in range(0, len(self._paths), _AT_ONCE):
            lines = ",\n    ".join(self._paths[start : start + _AT_ONCE])
            self._stream.write(f"{',' if start else ''}\n    {lines}")
        self._stream.write(f"{chr(10) + '  ' if self._paths else ''}],\n  {_members(after)}\n}}\n")


def _members(part: dict[str, Any]) -> str:
    """The members of an object, without the braces around them."""
    return json.dumps(part, indent=2, allow_nan=False)[1:-1].strip()
