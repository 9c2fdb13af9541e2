"""Functions that do not come back, end the process, or try to be mistaken for PEF."""

import os
import sys
import threading


def hangs(number: int) -> int:
    if number == 7:
        while True:
            pass
    return number


def sleeps(number: int) -> int:
    if number == 7:
        with open("asleep", "w"):
            threading.Event().wait(3600)
    return number


def exits(number: int) -> int:
    if number == 7:
        os._exit(9)
    return number


def exits_twice(number: int) -> float:
    if number == 7:
        os._exit(3)
    if number == 9:
        os.abort()
    if number > 100:
        return 0
    return 1 // (number - 11)


def crashes(number: int) -> int:
    if number == 7:
        import ctypes

        ctypes.string_at(0)
    return number


def forges(number: int) -> int:
    os.write(1, b'{"event": "done", "report": {}}\n')
    print("\x1b[2J forged")
    sys.stderr.write("noise\n")
    return 1 if number > 3 else 0


def counts(number: int) -> int:
    """As many paths as the depth allows, each of them slow."""
    steps = 0
    while steps < number:
        threading.Event().wait(0.01)
        steps += 1
    return steps


def reads(number: int) -> str:
    return input() if number == 7 else ""
