"""One function explored by several workers: the same paths, each once, whatever becomes of the workers."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import time
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from .conftest import PROGRAMS, Run, start
from .test_cut_short import assert_gone, children_of

SHARED = str(PROGRAMS / "shared.py")
Document = dict[str, Any]
PARAMETERS = {
    "choices": list("abcdefghij"),
    "ordered": ["numbers"],
    "parsed": ["text", "start"],
    "crashing": list("abcdefghij"),
}


def condition_of(path: Document) -> CodeType:
    return compile(" and ".join(f"({one})" for one in path["condition"]) or "True", "condition", "eval")


def holds(condition: CodeType, values: dict[str, Any]) -> bool:
    try:
        return bool(eval(condition, {}, values))
    except (IndexError, ValueError, ZeroDivisionError):
        # It is about something that this input does not have.
        return False


def assert_same_paths(one: Document, other: Document, names: list[str]) -> None:
    """Each path of one is a path of the other: the conditions of just one of them hold for its input."""
    assert len(one["paths"]) == len(other["paths"])
    conditions = [condition_of(path) for path in other["paths"]]
    taken = set()
    for path in one["paths"]:
        values = {name: eval(text) for name, text in zip(names, path["args"], strict=True)}
        same = [number for number, condition in enumerate(conditions) if holds(condition, values)]
        assert len(same) == 1, (path, same)
        known = other["paths"][same[0]]
        assert (path["outcome"], path["depth"]) == (known["outcome"], known["depth"])
        taken.add(same[0])
    assert len(taken) == len(other["paths"])


def explored(pef: Run, function: str, *arguments: str, workers: int) -> Document:
    target = f"{SHARED}:{function}"
    return pef("explore", target, "--format", "json", "--workers", str(workers), *arguments).json()


@pytest.mark.parametrize(
    ("function", "arguments"),
    [("choices", []), ("ordered", ["--depth", "40"]), ("parsed", []), ("choices", ["--strategy", "coverage"])],
)
def test_several_workers_find_what_one_finds(pef: Run, function: str, arguments: list[str]) -> None:
    alone = explored(pef, function, *arguments, workers=1)
    shared = explored(pef, function, *arguments, workers=3)
    for name in ("verdict", "coverage"):
        assert shared[name] == alone[name]
    for name in ("paths", "pruned", "depth"):
        assert shared["stats"][name] == alone["stats"][name]
    assert {(reason["kind"], reason["where"]) for reason in shared["reasons"]} == {
        (reason["kind"], reason["where"]) for reason in alone["reasons"]
    }
    assert len({path["call"] for path in shared["paths"]}) == len(shared["paths"])
    assert_same_paths(shared, alone, PARAMETERS[function])


def test_the_work_is_shared(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = [
        "explore",
        f"{SHARED}:many",
        "--workers",
        "2",
        "--depth",
        "20",
        "--format",
        "json",
        "--output",
        str(report),
    ]
    process = start(command, tmp_path)
    most = 0
    while process.poll() is None:
        most = max(most, len(children_of(process.pid)))
        time.sleep(0.01)
    _, errors = process.communicate(timeout=20)
    assert most == 2
    assert json.loads(report.read_text())["stats"]["paths"] == 8192
    assert errors == ""


def test_killed_workers_lose_nothing(tmp_path: Path) -> None:
    generator = random.Random(11)
    report = tmp_path / "report.json"
    command = [
        "explore",
        f"{SHARED}:many",
        "--workers",
        "2",
        "--depth",
        "20",
        "--format",
        "json",
        "--output",
        str(report),
    ]
    process = start(command, tmp_path)
    killed = 0
    while process.poll() is None and killed < 6:
        time.sleep(generator.uniform(0.05, 0.4))
        for worker in children_of(process.pid)[:1]:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
    _, errors = process.communicate(timeout=60)
    document = json.loads(report.read_text())
    assert killed
    assert errors == ""
    assert document["verdict"] == "verified"
    assert document["stats"]["paths"] == len(document["paths"]) == 8192
    assert len({path["call"] for path in document["paths"]}) == 8192


def test_an_assumption_that_nothing_satisfies_is_refused_by_several_workers_too(pef: Run) -> None:
    finished = pef("explore", f"{SHARED}:impossible", "--workers", "2")
    assert finished.status == 2
    assert "no input satisfies" in finished.stderr


def test_a_crash_is_found_by_several_workers_too(pef: Run) -> None:
    document = explored(pef, "crashing", workers=2)
    assert document["verdict"] == "refuted"
    assert [path["outcome"] for path in document["paths"]].count("crash") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_workers(tmp_path: Path, number: int) -> None:
    target = f"{PROGRAMS / 'hostile.py'}:counts"
    process = start(["explore", target, "--depth", "100000", "--workers", "2", "--format", "json"], tmp_path)
    deadline = time.monotonic() + 20
    while len(workers := children_of(process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(1)
    process.send_signal(number)
    output, errors = process.communicate(timeout=20)
    document = json.loads(output)
    assert document["verdict"] == "bounded"
    assert "interrupted" in {reason["kind"] for reason in document["reasons"]}
    assert document["stats"]["paths"] == len(document["paths"]) > 0
    assert errors == ""
    assert_gone(workers)


def test_the_time_limit_holds_for_all_workers(pef: Run) -> None:
    target = f"{PROGRAMS / 'hostile.py'}:counts"
    started = time.monotonic()
    finished = pef("explore", target, "--depth", "100000", "--workers", "2", "--time", "2", "--format", "json")
    assert time.monotonic() - started < 6
    document = finished.json()
    assert document["verdict"] == "bounded"
    assert "time" in {reason["kind"] for reason in document["reasons"]}


def test_a_bound_on_paths_is_kept_exactly(pef: Run) -> None:
    document = explored(pef, "choices", "--paths", "50", workers=2)
    assert document["stats"]["paths"] == 50
    assert document["verdict"] == "bounded"
