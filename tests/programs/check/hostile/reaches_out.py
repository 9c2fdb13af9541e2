"""Attempts on the world outside. None would do harm if it succeeded: signal 0, three forks, a throw-away file."""

import os
import socket
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def writes(x: int) -> int:
    if x == 1:
        (HERE / "written").write_text("x")
    return 10 // (x - 5)


def deletes(x: int) -> int:
    if x == 2:
        (HERE / "throw-away").unlink()
    return 10 // (x - 5)


def connects(x: int) -> int:
    if x == 3:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(("127.0.0.1", 9))
    return 10 // (x - 5)


def forks(x: int) -> int:
    if x == 4:
        for _ in range(3):
            if os.fork() == 0:
                os._exit(0)
    return 10 // (x - 5)


def signals(x: int) -> int:
    if x == 6:
        os.kill(os.getppid(), 0)
    return 10 // (x - 5)


def starts(x: int) -> int:
    if x == 7:
        return subprocess.run(["true"], check=False).returncode
    return 10 // (x - 5)


def reads(x: int) -> int:
    if x == 8:
        return len(Path("../secret/key").read_text())
    return 10 // (x - 5)


def swallows_refusals(x: int) -> int:
    if x == 9:
        try:
            (HERE / "swallowed").write_text("x")
        except OSError:
            return 1
    return 10 // (x - 5)
