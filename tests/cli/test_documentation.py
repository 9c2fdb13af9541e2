"""The pages say what there is: every kind of reason that a report can have stands in the table of verdicts."""

from __future__ import annotations

import re
from pathlib import Path

from pef.results import ReasonKind

PROJECT = Path(__file__).parents[2]
# Reasons that the engine gives, and those of the supervisor, which has no enumeration of them.
ENGINE = re.compile(r'Self::\w+ => "([a-z-]+)"')
SUPERVISOR = re.compile(r'(?:add_reason|_partial_summary|work\.end)\(\s*"([a-z-]+)"|"kind": "([a-z-]+)", "where"')


def documented() -> set[str]:
    page = (PROJECT / "docs" / "verdicts.md").read_text()
    table = page.partition("## Reasons")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    return {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)}


def given() -> set[str]:
    kinds = {kind.value for kind in ReasonKind}
    kinds.update(ENGINE.findall((PROJECT / "crates/pef-explore/src/verdict.rs").read_text()))
    for file in (PROJECT / "python" / "pef").rglob("*.py"):
        kinds.update(one or two for one, two in SUPERVISOR.findall(file.read_text()))
    return kinds


def test_every_kind_of_reason_is_documented() -> None:
    assert given() == documented()
