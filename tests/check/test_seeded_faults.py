"""Small modules with one seeded fault each, and the same modules without it: all faults, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from .conftest import PROGRAMS, Run, findings_of

# The engine has no model yet of what these depend on: `str.encode`.
NOT_YET = {"faulty/ascii_only.py"}
MARK = re.compile(r"# fault: (?P<code>[a-z-]+)")


def seeded() -> set[tuple[str, int, str]]:
    """File, line and code of every fault, as the modules themselves say."""
    return {
        (f"faulty/{file.name}", number, mark["code"])
        for file in sorted((PROGRAMS / "faulty").glob("*.py"))
        for number, line in enumerate(file.read_text().split("\n"), 1)
        if (mark := MARK.search(line))
    }


def test_every_module_has_a_fault_and_a_twin() -> None:
    faulty = {file.name for file in (PROGRAMS / "faulty").glob("*.py")}
    correct = {file.name for file in (PROGRAMS / "correct").glob("*.py")}
    assert faulty == correct
    assert len(faulty) >= 30
    assert len({Path(file).name for file, _, _ in seeded()}) == len(seeded()) == len(faulty)


def test_all_faults_are_found_and_nothing_else(pef: Run) -> None:
    finished = pef(
        "check", "faulty", "correct", "--depth", "12", "--time", "50", "--no-cache", "--format", "json", folder=PROGRAMS
    )
    found = {(finding["path"], finding["line"], finding["code"]) for finding in findings_of(finished)}
    assert found <= seeded()
    assert {file for file, _, _ in seeded() - found} <= NOT_YET
    assert finished.status == 1
    assert finished.stderr == ""
