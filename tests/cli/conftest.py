"""Runs the installed command as a user would: another process, its two streams apart."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

COMMAND = Path(sys.executable).parent / "pef"
PROGRAMS = Path(__file__).parent / "programs"
PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Finished:
    """What a command did."""

    status: int
    stdout: str
    stderr: str

    def json(self) -> dict[str, Any]:
        document = json.loads(self.stdout)
        assert isinstance(document, dict)
        return document


Run = Callable[..., Finished]


def clean_environment(**changes: str) -> dict[str, str]:
    """The environment of the tests without what would change the output of the command."""
    dropped = {"NO_COLOR", "FORCE_COLOR", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONSAFEPATH"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, **changes}


@pytest.fixture
def pef(tmp_path: Path) -> Run:
    """Run `pef` with some arguments in a folder of its own and wait for it."""

    def run(*arguments: str, folder: Path = tmp_path, environment: dict[str, str] | None = None) -> Finished:
        finished = subprocess.run(
            [COMMAND, *arguments],
            cwd=folder,
            env=clean_environment(**(environment or {})),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        return Finished(finished.returncode, finished.stdout, finished.stderr)

    return run


def start(
    arguments: Sequence[str], folder: Path, stdout: int = subprocess.PIPE, **environment: str
) -> subprocess.Popen[str]:
    """Start `pef` and leave it running."""
    return subprocess.Popen(
        [COMMAND, *arguments],
        cwd=folder,
        env=clean_environment(**environment),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )
