"""A finding of a worker that ran other inputs before is looked at in a process of its own before it is reported."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pef.worker.plain_call import PlainEnding, run_plain

from .conftest import Project, Run, findings_of

# State of another module, which nobody puts back.
COUNTS = """\
import json

def counted(x: int) -> int:
    before = getattr(json, "pef_runs", 0)
    json.pef_runs = before + 1
    if x > 3:
        return 10 // (1 - min(before, 1))
    return 1

def strict(x: int) -> int:
    json.is_strict = True
    return 1 if x > 7 else 0

def lenient(x: int) -> int:
    if x > 3 and getattr(json, "is_strict", False):
        raise AssertionError("strict")
    return x

def fails(x: int) -> int:
    return 10 // (x - 9)
"""


def checked(pef: Run, folder: Path, *more: str) -> dict[str, Any]:
    finished = pef("check", ".", "--no-cache", "--time", "40", "--format", "json", *more, folder=folder)
    assert "Traceback" not in finished.stderr
    return dict(json.loads(finished.stdout))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_only_fails_after_other_runs_is_not_reported(
    pef: Run, project: Project, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = checked(pef, project(counts=COUNTS), "--workers", workers)
    assert [finding["call"] for finding in document["findings"]] == ["fails(9)"]
    functions = {function["target"].partition(":")[2]: function for function in document["functions"]}
    assert functions["fails"]["verdict"] == "refuted"
    assert functions["counted"]["verdict"] == "unknown"
    reasons = [reason["detail"] for reason in functions["counted"]["reasons"] if reason["kind"] == "unreproduced"]
    expected = "counted(4) did not raise in a process of its own, where an earlier run raised ZeroDivisionError"
    assert reasons == [expected]
    monkeypatch.setattr(json, "pef_runs", 0, raising=False)
    names: dict[str, Any] = {}
    exec(COUNTS, names)
    assert names["counted"](4) == 10


def test_the_programs_that_showed_it(pef: Run, project: Project) -> None:
    program = """\
import contextvars, itertools, sys, threading, warnings

VARIABLE = contextvars.ContextVar("variable", default=0)
LOCAL = threading.local()
PRODUCT = itertools.product([1, 0, 0], repeat=1)

def in_context(x: int) -> int:
    before = VARIABLE.get()
    VARIABLE.set(before + 1)
    return 10 // (1 - before) if x > 3 else 1

def in_thread(x: int) -> int:
    before = getattr(LOCAL, "count", 0)
    LOCAL.count = before + 1
    return 10 // (1 - before) if x > 3 else 1

def strict(x: int) -> int:
    warnings.simplefilter("error")
    return 1 if x > 7 else 0

def warns(x: int) -> int:
    if x > 3:
        warnings.warn("big")
    return x

def digits(x: int) -> int:
    if x > 3:
        sys.set_int_max_str_digits(640)
    return x

def long_number(x: int) -> str:
    return str(10 ** 1000) if x > 3 else "0"

def product(x: int) -> int:
    first = next(PRODUCT)[0]
    return 10 // first if x > 3 else 1
"""
    document = checked(pef, project(leaks=program), "--workers", "1", "--calls", "0")
    assert document["findings"] == []
    verdicts = {one["target"].partition(":")[2]: one["verdict"] for one in document["functions"]}
    assert verdicts.pop("product") == "unknown"
    # What they leave behind is a part of their input, which was not varied.
    assert set(verdicts.values()) == {"verified", "bounded"}, verdicts


def test_a_text_that_cannot_be_evaluated_says_nothing() -> None:
    module = ModuleType("program")
    exec("def fails(x):\n    return 1 // x\n\nclass Made:\n    pass\n", vars(module))
    vars(module)["parses"] = json.loads
    assert run_plain(module, "fails(1)") == PlainEnding(None, was_called=True)
    assert run_plain(module, "parses('x')") == PlainEnding("JSONDecodeError", was_called=True)
    assert run_plain(module, "fails(<Made object>)") == PlainEnding("SyntaxError", was_called=False)
    assert run_plain(module, "fails(Missing(3))") == PlainEnding("NameError", was_called=False)


def test_surroundings_that_only_a_worker_fixes_are_no_objection(pef: Run, project: Project) -> None:
    number = random.Random(0).randrange(10**9)
    program = f"import random\n\ndef draws(x: int) -> int:\n    return x // (random.randrange(10**9) - {number})\n"
    document = checked(pef, project(draws=program))
    assert [finding["code"] for finding in document["findings"]] == ["zero-division"]


def test_without_time_to_look_at_it_a_finding_is_reported(pef: Run, project: Project) -> None:
    # A worker imports it twice, plain and rewritten.
    program = "import time\ntime.sleep(3)\n\ndef fails(x: int) -> int:\n    return 10 // (x - 9)\n"
    folder = project(slow=program)
    finished = pef("check", ".", "--time", "8.5", "--format", "json", folder=folder)
    assert [finding["call"] for finding in findings_of(finished)] == ["fails(9)"]
    # Nobody relies on it later.
    assert not list((folder / ".pef-cache").rglob("*.json"))
