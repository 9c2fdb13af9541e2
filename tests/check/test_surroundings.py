"""What is not among the inputs of a function: no verdict is for all surroundings, no finding for none."""

from __future__ import annotations

import os

import pytest

from .conftest import PROGRAMS, Project, Run, findings_of


def test_who_asks_for_surroundings_is_not_verified(pef: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEF_TEST_SET", "abc")
    finished = pef("check", "surroundings.py", "--no-cache", "--time", "40", "--format", "json", folder=PROGRAMS)
    assert findings_of(finished) == []
    for function in finished.json()["functions"]:
        name = function["target"].partition(":")[2]
        expected = "verified" if name in ("imports", "pure") else "bounded"
        assert function["verdict"] == expected, function


def test_variables_are_those_of_the_user(pef: Run, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(
        asks='import os\n\ndef known(x: int) -> int:\n    return len(os.environ["PEF_TEST_KNOWN"]) // (x - 3)\n\n'
        'def unknown(x: int) -> int:\n    return len(os.environ["PEF_TEST_UNKNOWN"]) + x\n\n'
        'def several(x: int) -> int:\n    if x == 4:\n        os.environ.clear()\n    return 1 // len(os.environ.get("PATH", ""))\n'
    )
    monkeypatch.setenv("PEF_TEST_KNOWN", "value")
    monkeypatch.delenv("PEF_TEST_UNKNOWN", raising=False)
    arguments = ["check", "asks.py", "--time", "40", "--format", "json"]
    calls = {(finding["call"], finding["code"]) for finding in findings_of(pef(*arguments, folder=folder))}
    assert {("known(3)", "zero-division"), ("unknown(0)", "key")} <= calls
    assert not any("PEF_TEST_KNOWN" in str(call) for call in calls)
    # What depends on the environment is not kept.
    monkeypatch.setenv("PEF_TEST_UNKNOWN", "value")
    assert "unknown(0)" not in {finding["call"] for finding in findings_of(pef(*arguments, folder=folder))}


def test_the_number_of_the_process_is_always_the_same(pef: Run, project: Project) -> None:
    folder = project(number="import os\n\ndef number(x: int) -> int:\n    return os.getpid()\n")
    first, second = (pef("explore", "number.py:number", folder=folder).stdout for _ in range(2))
    assert first == second
    assert str(os.getpid()) not in first
