"""What may come of state that earlier runs left behind is reported only if a process of its own shows it too."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run

PROGRAM = Path(__file__).parents[1] / "programs" / "kept_state.py"


def test_explore_reports_what_a_process_of_its_own_shows(pef: Run) -> None:
    document = pef("explore", f"{PROGRAM}:goes_on_and_fails", "--calls", "0", "--format", "json").json()
    assert document["verdict"] == "refuted"
    failed = [path for path in document["paths"] if path["exception"]]
    assert [(path["call"], path["reproduced"]) for path in failed] == [("goes_on_and_fails(7)", True)]


def test_explore_reports_nothing_else(pef: Run) -> None:
    finished = pef("explore", f"{PROGRAM}:goes_on", "--calls", "0", "--format", "json")
    document = finished.json()
    assert (document["verdict"], finished.status) == ("unknown", 0)
    assert {"state", "unreproduced"} <= {reason["kind"] for reason in document["reasons"]}


def test_check_does_the_same(pef: Run) -> None:
    targets = [f"{PROGRAM}:goes_on", f"{PROGRAM}:goes_on_and_fails"]
    document = pef("check", *targets, "--format", "json").json()
    assert [finding["call"] for finding in document["findings"]] == ["goes_on_and_fails(7)"]
    verdicts = {function["target"].rpartition(":")[2]: function["verdict"] for function in document["functions"]}
    assert verdicts == {"goes_on": "unknown", "goes_on_and_fails": "refuted"}
