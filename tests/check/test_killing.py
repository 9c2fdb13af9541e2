"""Workers that are killed at any moment change nothing in what is found."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import time
from pathlib import Path

from tests.cli.conftest import start
from tests.cli.test_cut_short import children_of

from .conftest import Project, Run, findings_of

MODULE = """\
def first(items: list[int]) -> int:
    return items[0]


def needle(x: int) -> int:
    y = 0
    for _ in range(200):
        y += x
    return 1 // (x - 1234)


def pick(name: str, n: int) -> int:
    if name == "secret":
        return [1, 2, 3][n]
    return 0


def fine(a: int, b: int) -> int:
    return a if a > b else b
"""
ROUNDS = int(os.environ.get("PEF_KILL_ROUNDS", "3"))


def kill_some(process: int, generator: random.Random, stop_at: float) -> int:
    """Kill workers of the command at random moments; gives how many."""
    killed = 0
    while time.monotonic() < stop_at and Path(f"/proc/{process}").exists():
        time.sleep(generator.uniform(0.01, 0.25))
        for worker in children_of(process):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
    return killed


def test_killing_workers_loses_nothing(pef: Run, project: Project) -> None:
    folder = project(**{f"m{number}": MODULE for number in range(4)})
    arguments = ["check", ".", "--depth", "10", "--time", "50", "--no-cache", "--format", "json"]
    undisturbed = findings_of(pef(*arguments, folder=folder))
    assert len(undisturbed) == 4 * 3
    generator = random.Random(7)
    killed = 0
    for _ in range(ROUNDS):
        process = start(arguments, folder)
        # The killing ends before the patience of the command does.
        killed += kill_some(process.pid, generator, time.monotonic() + 4)
        output, errors = process.communicate(timeout=60)
        document = json.loads(output)
        assert errors == ""
        assert [key(finding) for finding in document["findings"]] == [key(finding) for finding in undisturbed]
        assert process.returncode == 1
    assert killed >= ROUNDS, killed


def key(finding: dict[str, object]) -> tuple[object, ...]:
    return tuple(finding[name] for name in ("path", "line", "column", "code", "type"))
