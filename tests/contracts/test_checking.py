"""Contracts in `pef check`: what is wrong with one is said, and does not hide the rest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).parent / "pef"


def check(folder: Path, source: str) -> tuple[int, dict[str, Any]]:
    (folder / "program.py").write_text(source, encoding="utf-8")
    finished = subprocess.run(
        [COMMAND, "check", "program.py", "--format", "json", "--time", "40"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )
    return finished.returncode, json.loads(finished.stdout)


def verdicts(document: dict[str, Any]) -> dict[str, str]:
    return {function["target"].rpartition(":")[2]: function["verdict"] for function in document["functions"]}


BAD = '''
def right(x: int):
    """
    :ensure: returnv == x
    """
    return x


def broken(x: int):
    """
    :ensure: returnv >
    """
    return x


def unknown(x: int):
    """
    :assume: unknwon > 3
    """
    return x


def never(x: int):
    """
    :assume: x > 3, x < 2
    """
    return x


def not_found(items: list[int]):
    """
    :assume: len(items) > 2, all(x > 5 for x in items), any(x < 3 for x in items)
    """
    return items


class Counter:
    def __init__(self):
        self.number = 0

    def add(self, x: int):
        """
        :ensure: returnv >
        """
        self.number += x

    def get(self):
        return self.number
'''


def test_bad_contracts_are_said_one_by_one(tmp_path: Path) -> None:
    status, document = check(tmp_path, BAD)
    assert status == 2
    notes = document["summary"]["notes"] if "notes" in document["summary"] else document["notes"]
    assert [note.partition(": ")[0] for note in notes] == [f"program.py:{line}" for line in (11, 18, 25, 32, 43)]
    assert "no input satisfies" in notes[2]
    assert "no input was found" in notes[3]
    found = verdicts(document)
    assert found["right"] == "verified"
    assert found["Counter.get"] == "bounded"
    assert {found[name] for name in ("broken", "unknown", "never", "not_found", "Counter.add")} == {"unknown"}


INVARIANT = '''
class Account:
    """
    :invariant: self.number >= 0
    """

    def __init__(self):
        self.number = 0

    def add(self, k: int):
        self.number += k

    def reset(self, k: int):
        self.number = -1 if k == 7 else 0
'''


def test_each_method_that_breaks_an_invariant_is_a_finding(tmp_path: Path) -> None:
    status, document = check(tmp_path, INVARIANT)
    assert status == 1
    targets = sorted(finding["target"] for finding in document["findings"])
    assert targets == ["program.py:Account.add", "program.py:Account.reset"]


def test_an_exception_against_the_contract_says_so(tmp_path: Path) -> None:
    source = (
        'def may(x: int):\n    """\n    :raises: ValueError: x == 1\n    """\n'
        '    if x in (1, 2):\n        raise ValueError("no")\n'
    )
    status, document = check(tmp_path, source)
    assert status == 1
    (finding,) = document["findings"]
    assert finding["call"] == "may(2)"
    assert finding["type"] == "ValueError"
    assert finding["contract"] == "contract of may does not hold: ValueError may be raised only where x == 1"
