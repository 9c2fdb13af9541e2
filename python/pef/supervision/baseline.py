"""The baseline: findings that a project has accepted, so that only new ones are reported.

Invariant: an entry names a cause and not a line number, so that edits elsewhere in a file do not bring it back. The file
is sorted and has one entry on each line, so that its changes can be reviewed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pef.errors import RequestError, one_line
from pef.supervision.findings import Finding

SCHEMA = "pef.baseline/1"


def read_baseline(file: Path) -> frozenset[str]:
    """The fingerprints of the findings that are accepted."""
    return frozenset(entry["fingerprint"] for entry in _read(file))


def write_baseline(file: Path, findings: Iterable[Finding], was_checked: Callable[[str, str], bool]) -> int:
    """Accept these findings from now on; gives how many there are.

    Entries stay whose place, a file and a function, was not checked.
    """
    entries: list[dict[str, Any]] = [
        {
            "path": finding.path,
            "function": finding.function,
            "code": finding.code,
            "type": finding.type,
            "fingerprint": finding.fingerprint,
        }
        for finding in findings
    ]
    if file.exists():
        known = {entry["fingerprint"] for entry in entries}
        entries += [
            entry
            for entry in _read(file)
            if entry["fingerprint"] not in known and not was_checked(str(entry.get("path")), str(entry.get("function")))
        ]
    entries.sort(key=lambda entry: tuple(str(value) for value in entry.values()))
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    text = f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RequestError(f"cannot write the baseline {file}: {error.strerror or error}") from None
    return len(entries)


def _read(file: Path) -> list[dict[str, Any]]:
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RequestError(f"cannot read the baseline {file}: {error.strerror or error}") from None
    except ValueError as error:
        raise RequestError(f"{file} is not a baseline: it is no JSON ({one_line(str(error))})") from None
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != SCHEMA:
        hint = f"has the schema {schema!r}" if schema is not None else "has no schema"
        raise RequestError(f"{file} is not a baseline of this version of PEF: it {hint}, not {SCHEMA!r}")
    entries = document.get("findings")
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and isinstance(entry.get("fingerprint"), str) for entry in entries
    ):
        raise RequestError(f"{file} is not a baseline: its findings are not a list of objects with a fingerprint")
    return entries
