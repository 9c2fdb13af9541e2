"""A check of fewer functions than there are workers: what is left of one is handed to the others."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from tests.cli.conftest import PROGRAMS, start
from tests.cli.test_cut_short import children_of

from .conftest import Project, Run
from .test_killing import kill_some

SHARED = (PROGRAMS / "shared.py").read_text()


def function_named(document: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = (one for one in document["functions"] if one["target"].endswith(f":{name}"))
    return dict(found)


def test_a_function_in_parts_comes_to_what_it_comes_to_whole(pef: Run, project: Project) -> None:
    folder = project(shared=SHARED)
    documents = [
        pef(
            "check", f"shared.py:{name}", "--no-cache", "--format", "json", "--workers", str(workers), folder=folder
        ).json()
        for name in ("choices", "parsed")
        for workers in (1, 3)
    ]
    for alone, shared in zip(documents[::2], documents[1::2], strict=True):
        (one,), (other,) = alone["functions"], shared["functions"]
        for name in ("verdict", "coverage"):
            assert one[name] == other[name]
        for name in ("paths", "pruned"):
            assert one["stats"][name] == other["stats"][name]
        causes = [
            [(f["line"], f["column"], f["code"], f["type"]) for f in each["findings"]] for each in (alone, shared)
        ]
        assert causes[0] == causes[1]


def test_the_work_of_one_function_is_shared(project: Project) -> None:
    folder = project(shared=SHARED)
    command = ["check", "shared.py:many", "--no-cache", "--format", "json", "--workers", "2"]
    process = start(command, folder)
    most = 0
    while process.poll() is None:
        most = max(most, len(children_of(process.pid)))
        time.sleep(0.01)
    output, errors = process.communicate(timeout=20)
    function = function_named(json.loads(output), "many")
    assert most == 2
    assert function["verdict"] == "verified"
    assert function["stats"]["paths"] == 8192
    assert errors == ""


def test_paths_that_meet_are_joined_with_any_number_of_workers(pef: Run, project: Project) -> None:
    folder = project(shared=SHARED)
    for workers in ("1", "2"):
        command = (
            "check",
            "shared.py:meeting",
            "--no-cache",
            "--format",
            "json",
            "--workers",
            workers,
            "--depth",
            "40",
        )
        function = function_named(pef(*command, folder=folder).json(), "meeting")
        assert function["verdict"] == "verified"
        assert function["coverage"]["missing"] == []
        assert function["stats"]["joined"] > 0
        # Without joining there are two to the power of thirteen.
        assert function["stats"]["paths"] < 2_000


def test_killing_workers_that_share_a_function_loses_nothing(project: Project) -> None:
    folder = project(shared=SHARED)
    command = ["check", "shared.py:many", "--no-cache", "--format", "json", "--workers", "2", "--time", "50"]
    process = start(command, folder)
    killed = kill_some(process.pid, random.Random(3), time.monotonic() + 3)
    output, errors = process.communicate(timeout=60)
    function = function_named(json.loads(output), "many")
    assert killed
    assert function["verdict"] == "verified"
    assert function["stats"]["paths"] == 8192
    assert function["coverage"]["missing"] == []
    assert errors == ""


def test_an_assumption_that_nothing_satisfies_is_refused_in_parts_too(pef: Run, project: Project) -> None:
    finished = pef("check", "shared.py:impossible", "--no-cache", "--workers", "2", folder=project(shared=SHARED))
    assert "no input satisfies" in finished.stdout + finished.stderr
