"""The baseline: findings that a project has accepted, so that only new ones are reported.

Invariant: an entry names a cause and not a line number, so that edits elsewhere in a file do not bring it back. The file
is sorted and has one entry on each line, so that its changes can be reviewed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pef.checking.findings import Finding
from pef.errors import RequestError, one_line

SCHEMA = "pef.baseline/1"


def read_baseline(file: Path) -> frozenset[str]:
    """The fingerprints of the findings that are accepted."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["schema"] != SCHEMA:
            raise RequestError(f"{file} is not a baseline of this version of PEF: {document['schema']!r}")
        return frozenset(str(entry["fingerprint"]) for entry in document["findings"])
    except OSError as error:
        raise RequestError(f"cannot read the baseline {file}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise RequestError(f"{file} is not a baseline: {one_line(str(error))}") from None


def write_baseline(file: Path, findings: Iterable[Finding]) -> int:
    """Accept these findings from now on; gives how many."""
    entries = sorted(
        (
            {
                "path": finding.path,
                "function": finding.function,
                "code": finding.code,
                "type": finding.type,
                "fingerprint": finding.fingerprint,
            }
            for finding in findings
        ),
        key=lambda entry: tuple(str(value) for value in entry.values()),
    )
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    text = f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RequestError(f"cannot write the baseline {file}: {error.strerror or error}") from None
    return len(entries)
