"""Colour and progress: only on a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from .conftest import COMMAND, PROGRAMS, clean_environment

BANK = str(PROGRAMS / "bank.py")


def on_terminal(folder: Path, **environment: str) -> str:
    """The output of the command when it writes to a terminal."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "explore", f"{BANK}:withdraw"],
        cwd=folder,
        env=clean_environment(**{"TERM": "xterm", **environment}),
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    chunks = []
    while True:
        try:
            chunk = os.read(controller, 65536)
        except OSError:
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(controller)
    assert process.wait(timeout=60) == 0
    return b"".join(chunks).decode().replace("\r\n", "\n")


def test_a_terminal_gets_colour(tmp_path: Path) -> None:
    output = on_terminal(tmp_path)
    assert "\x1b[31mraises ValueError\x1b[0m: insufficient funds" in output
    assert "\x1b[1mwithdraw(" in output


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    controller_output = on_terminal(tmp_path, **{"NO_COLOR": "", **environment})
    assert "\x1b" not in controller_output
    assert "4 paths explored" in controller_output


def test_an_empty_no_color_is_no_wish(tmp_path: Path) -> None:
    assert "\x1b[31m" in on_terminal(tmp_path, NO_COLOR="")
