"""The text report on plain data: what an engine need not be asked to produce."""

from __future__ import annotations

import io
from typing import Any

from pef.report.formats import Presentation, Summary
from pef.report.text import TextReport


def record(**changes: Any) -> dict[str, Any]:
    plain = {
        "call": "f(1)",
        "args": ["1"],
        "kwargs": {},
        "outcome": "returned",
        "result": "2",
        "exception": None,
        "stdout": "",
        "condition": [],
        "depth": 0,
        "contract": None,
        "reproduced": True,
    }
    return {**plain, **changes}


def shown(
    *records: dict[str, Any], presentation: Presentation | None = None, findings: bool = False, **summary: Any
) -> str:
    stream = io.StringIO()
    report = TextReport(stream, presentation or Presentation())
    for one in records:
        report.path(one, finding=findings)
    stats = {"paths": len(records), "pruned": 0, "depth": 0}
    report.close(Summary("m.py:f", **{"verdict": "verified", "stats": stats, **summary}))
    return stream.getvalue()


def test_a_returned_value_stands_behind_the_call() -> None:
    assert shown(record()) == "f(1) -> 2\n\n1 path explored, 0 pruned, depth 0: verified\n"


def test_no_path_at_all() -> None:
    assert shown() == "0 paths explored, 0 pruned, depth 0: verified\n"


def test_output_and_message_of_several_lines_stay_aligned() -> None:
    exception = {"type": "E", "message": "a\nb", "where": "m.py:3"}
    text = shown(record(outcome="raised", result=None, exception=exception, stdout="one\n\ntwo\n"))
    assert text.split("\n")[:6] == [
        "f(1)",
        "    stdout: one",
        "            ",
        "            two",
        "    raises E: a",
        "              b  (m.py:3)",
    ]


def test_an_exception_without_message_or_place() -> None:
    exception = {"type": "StopIteration", "message": "", "where": None}
    assert "    raises StopIteration\n" in shown(record(outcome="raised", result=None, exception=exception))


def test_output_of_only_a_line_end_is_seen() -> None:
    assert "    stdout: \\n\n" in shown(record(stdout="\n"))


def test_control_characters_cannot_reach_the_terminal() -> None:
    text = shown(record(call="f('\x1b[31m')", stdout="a\rb\x07\ud800", result="'\u202e'"))
    assert text.replace("\n", "").isprintable()


def test_pruned_paths_are_shown_on_request() -> None:
    pruned = record(outcome="pruned", result=None, reproduced=False)
    assert "f(1)" not in shown(pruned)
    assert "pruned: goes on beyond the depth bound" in shown(pruned, presentation=Presentation(verbose=True))


def test_an_error_on_a_pruned_path_is_shown_as_both() -> None:
    exception = {"type": "ValueError", "message": "no", "where": "m.py:1"}
    pruned = record(outcome="pruned", result=None, exception=exception)
    text = shown(pruned, findings=True)
    assert "    raises ValueError: no  (m.py:1)\n    pruned: goes on beyond the depth bound" in text


def test_the_closing_line_names_the_reasons_and_counts_the_rest() -> None:
    reasons = [{"kind": "depth", "where": f"m.py:{line}", "detail": ""} for line in (1, 2, 2, 3, 4, 5)]
    text = shown(record(), verdict="bounded", reasons=reasons)
    assert text.endswith(": bounded (depth at m.py:1; depth at m.py:2; depth at m.py:3; 2 more)\n")
    text = shown(record(), verdict="bounded", reasons=reasons, presentation=Presentation(verbose=True))
    assert text.endswith("depth at m.py:4; depth at m.py:5)\n")


def test_a_violated_contract_and_an_unreproduced_path_are_said() -> None:
    text = shown(record(contract="violated", reproduced=False))
    assert "    violates the contract\n" in text
    assert "    not reproduced by the plain function\n" in text
