"""The JSON report of `explore`: what it says, and that there is nothing left to do when the time is up."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from pef.report.formats import Summary
from pef.report.json import JsonReport

RECORD: dict[str, Any] = {
    "call": "f('\udcff\u0660')",
    "args": ["'\udcff\u0660'"],
    "kwargs": {},
    "outcome": "returned",
    "result": "'\x00'",
    "exception": None,
    "stdout": "]},\n",
    "condition": ["len(a) > 0", "len(a) <= 1"],
    "depth": 2,
    "contract": None,
    "reproduced": True,
}


class Written:
    """A stream that keeps what it is given."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        self.parts.append(text)


@pytest.mark.parametrize("count", [0, 1, 2, 999, 1000, 1001, 2000])
def test_the_report_is_one_object_whatever_the_number_of_paths(count: int) -> None:
    stream = Written()
    report = JsonReport(stream)
    for number in range(count):
        report.path({**RECORD, "depth": number}, finding=False)
    reasons = [{"kind": "time", "where": None, "detail": "1 s"}]
    report.close(Summary("m.py:f", "bounded", reasons, {"branches": 0}, {"paths": count}, {"a": "str"}))
    document = json.loads("".join(stream.parts))
    assert list(document) == ["schema", "target", "verdict", "reasons", "assumed", "paths", "coverage", "stats"]
    assert document["paths"] == [{**RECORD, "depth": number} for number in range(count)]
    assert document["reasons"] == reasons
    assert document["stats"] == {"paths": count}


def test_closing_a_report_of_many_paths_takes_no_time_to_speak_of() -> None:
    """It comes after the time limit; it took a second for 40,000 paths (issue 14)."""
    stream = Written()
    report = JsonReport(stream)
    started = time.process_time()
    for number in range(40_000):
        report.path({**RECORD, "depth": number}, finding=False)
    collected = time.process_time() - started
    started = time.process_time()
    report.close(Summary("m.py:f", "bounded"))
    assert time.process_time() - started < collected / 2
