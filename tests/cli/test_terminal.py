"""Colour and progress: only on a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from .conftest import COMMAND, PROGRAMS, clean_environment

BANK = str(PROGRAMS / "bank.py")


def on_terminal(
    folder: Path, arguments: Sequence[str] = ("explore", f"{BANK}:withdraw"), status: int = 0, **environment: str
) -> str:
    """The output of the command when it writes to a terminal."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, *arguments],
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
    assert process.wait(timeout=60) == status
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


def shown(output: str) -> list[str]:
    """The lines that a terminal shows after this output."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    return [re.sub(r"^.*\x1b\[K", "", line.rpartition("\r")[2]) for line in plain.split("\n")]


LOOP = """\
def count(x: int) -> int:
    n = 0
    while n < x:
        n += 1
    return n


def first(items: list[int]) -> int:
    return items[0]
"""


def test_check_shows_a_bar_and_takes_it_away(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(LOOP)
    arguments = ["check", "m.py", "--depth", "100000", "--time", "3", "--no-cache"]
    output = on_terminal(tmp_path, arguments, status=1)
    assert re.search(r"\[#*-*\] \d/2 functions, \d+ paths/s, 1 finding", output)
    lines = shown(output)
    assert not [line for line in lines if "paths/s" in line]
    assert "1 finding" in lines
    assert lines[0] == "error[index]: IndexError: list index out of range"
