"""Programs that meddle with what PEF itself uses: pipes, timers, tables of the interpreter, their own process."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Project, Run, findings_of

DIVIDES = "    return 10 // (x - 9)\n"


def calls_of(pef: Run, folder: Path, file: str, *more: str) -> dict[str, str]:
    finished = pef("check", file, "--no-cache", "--time", "40", "--format", "json", *more, folder=folder)
    assert "Traceback" not in finished.stderr
    return {finding["call"]: finding["code"] for finding in findings_of(finished)}


def meddling(name: str, *lines: str) -> str:
    body = "".join(f"        {line}\n" for line in lines)
    return f"import os, signal, sys, builtins\n\ndef {name}(x: int) -> int:\n    if x == 5:\n{body}{DIVIDES}"


def test_writing_to_every_descriptor_loses_nothing(pef: Run, project: Project) -> None:
    program = meddling(
        "writes",
        "for descriptor in range(3, 4100):",
        "    try:",
        '        os.write(descriptor, b\'garbage\\n{"event": "done"}\\n{\')',
        "    except OSError:",
        "        pass",
    )
    folder = project(writes=program)
    assert calls_of(pef, folder, "writes.py") == {"writes(9)": "zero-division"}
    assert "writes(5) -> -3" in pef("explore", "writes.py:writes", folder=folder).stdout


def test_closing_descriptors_costs_one_call(pef: Run, project: Project) -> None:
    folder = project(
        some=meddling("some", "os.closerange(3, 100)"),
        all=meddling("all", "os.closerange(3, 5000)"),
    )
    assert calls_of(pef, folder, ".") == {"some(9)": "zero-division", "all(9)": "zero-division"}


def test_emptied_tables_are_put_back(pef: Run, project: Project) -> None:
    folder = project(
        clears=meddling("clears", "sys.modules.clear()", "sys.path.clear()", "sys.meta_path.clear()"),
        deletes=meddling("deletes", "del builtins.isinstance", "builtins.len = None", "sys.setrecursionlimit(80)"),
    )
    assert calls_of(pef, folder, ".") == {"clears(9)": "zero-division", "deletes(9)": "zero-division"}


def test_a_timer_of_the_program_is_no_hang(pef: Run, project: Project) -> None:
    folder = project(
        handled=meddling(
            "handled",
            "signal.signal(signal.SIGALRM, lambda *_: None)",
            "signal.setitimer(signal.ITIMER_REAL, 0.001)",
            "sum(range(3_000_000))",
        ),
        # Nobody handles the signal: it ends the process, as it would without PEF.
        ends=meddling("ends", "signal.setitimer(signal.ITIMER_REAL, 0.01)", "while True: pass"),
    )
    expected = {"handled(9)": "zero-division", "ends(9)": "zero-division", "ends(5)": "crash"}
    assert calls_of(pef, folder, ".") == expected


def test_a_call_that_kills_its_own_process_is_a_crash(pef: Run, project: Project) -> None:
    folder = project(kills=meddling("kills", "os.kill(os.getpid(), signal.SIGKILL)"))
    assert calls_of(pef, folder, "kills.py") == {"kills(9)": "zero-division", "kills(5)": "crash"}


def test_functions_that_hang_do_not_keep_others_waiting(pef: Run, project: Project) -> None:
    hangs = {
        f"a{number}": f"def h{number}(x: int) -> int:\n    while x == 7: pass\n    return x\n" for number in range(6)
    }
    fails = {f"z{number}": f"def z{number}(x: int) -> int:\n    return 1 // (x - 4)\n" for number in range(6)}
    found = calls_of(pef, project(**hangs, **fails), ".", "--time", "25", "--hang-after", "3")
    assert {call for call, code in found.items() if code == "zero-division"} == {f"z{number}(4)" for number in range(6)}
    assert "hang" in found.values()


def test_in_a_row_of_replays_the_one_that_does_it_is_named(pef: Run, project: Project) -> None:
    # Paths that are short are replayed several in a row; only the plain run of one of them ends, or does not.
    program = """\
import os

def many(x: int) -> int:
    for known in range(40):
        if x == known:
            return known
    return 1 // (x - 50)

IS_PLAIN = "__pef_branch__" not in many.__code__.co_names

def {name}(x: int) -> int:
    for known in range(40):
        if x == known:
            if known == 23 and IS_PLAIN:
                {does}
            return known
    return 1 // (x - 50)
"""
    folder = project(
        crashes=program.format(name="crashes", does="os._exit(3)"),
        hangs=program.format(name="hangs", does="while True: pass"),
    )
    more = ("--no-cache", "--depth", "60", "--hang-after", "2", "--format", "json")
    document = json.loads(pef("check", ".", *more, folder=folder).stdout)
    found = {finding["call"]: finding["code"] for finding in document["findings"]}
    assert found == {
        "crashes(23)": "crash",
        "hangs(23)": "hang",
        "crashes(50)": "zero-division",
        "hangs(50)": "zero-division",
        "many(50)": "zero-division",
    }
