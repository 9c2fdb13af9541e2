"""Programs that hang, crash, eat memory or reach out: each is reported, none does harm, the rest is complete."""

from __future__ import annotations

import shutil
import socket
import threading
from pathlib import Path

import pytest

from .conftest import PROGRAMS, Run, findings_of

HOSTILE = PROGRAMS / "hostile"


def test_calls_that_do_not_come_back_are_findings(pef: Run) -> None:
    finished = pef(
        "check", "ends.py", "--time", "50", "--hang-after", "2", "--no-cache", "--format", "json", folder=HOSTILE
    )
    findings = findings_of(finished)
    found = {(finding["target"].partition(":")[2], finding["code"]) for finding in findings}
    expected = {
        "loops": "hang",
        "swallows": "hang",
        "dereferences": "crash",
        "leaves": "crash",
        "eats": "memory",
        "recurses": "recursion",
    }
    assert found == {*expected.items(), *((name, "zero-division") for name in expected)}
    calls = {finding["call"] for finding in findings if finding["code"] != "zero-division"}
    assert calls == {"loops(3)", "swallows(3)", "dereferences(7)", "leaves(9)", "eats(1)", "recurses(101)"}
    lines = (HOSTILE / "ends.py").read_text().split("\n")
    placed = {
        finding["target"].partition(":")[2]: lines[finding["line"] - 1]
        for finding in findings
        if finding["code"] in ("hang", "crash")
    }
    assert "while x == 3" in placed["loops"]
    assert "string_at" in placed["dereferences"]
    assert finished.status == 1


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A project with a neighbour that is none of its business."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    shutil.copy(HOSTILE / "reaches_out.py", folder)
    (folder / "throw-away").write_text("still here")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    return folder


ATTEMPTS = {
    "writes": "tried to write",
    "deletes": "tried to delete",
    "connects": "tried to open a network connection",
    "forks": "tried to start a process",
    "signals": "tried to send a signal",
    "starts": "tried to start a process",
    "reads": "tried to read ../secret/key",
    "swallows_refusals": "tried to write",
}


def test_attempts_on_the_outside_are_refused_and_reported(pef: Run, outside: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        program = outside / "reaches_out.py"
        program.write_text(program.read_text().replace('127.0.0.1", 9', f'127.0.0.1", {port}'))
        connected = threading.Event()
        server.settimeout(0.1)
        finished = pef("check", "reaches_out.py", "--time", "50", "--format", "json", folder=outside)
        try:
            server.accept()
            connected.set()
        except TimeoutError:
            pass
    assert not connected.is_set()
    assert (outside / "throw-away").read_text() == "still here"
    assert not (outside / "written").exists()
    assert not (outside / "swallowed").exists()
    document = finished.json()
    assert {finding["code"] for finding in findings_of(finished)} == {"zero-division"}
    assert len(document["findings"]) == len(ATTEMPTS)
    for function in document["functions"]:
        name = function["target"].partition(":")[2]
        refused = [reason["detail"] for reason in function["reasons"] if reason["kind"] == "confined"]
        assert len(refused) == 1, name
        assert refused[0].startswith(ATTEMPTS[name])
    lines = program.read_text().split("\n")
    for note in document["notes"]:
        place = note.split(" ", 1)[0]
        assert place.startswith("reaches_out.py:"), note
        assert lines[int(place.partition(":")[2]) - 1].strip(), note


def test_the_kernel_refuses_what_no_hook_sees(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "raw.py").write_text(
        "import ctypes\n\n"
        "def write(x: int) -> int:\n"
        "    if x == 4:\n"
        "        library = ctypes.CDLL(None)\n"
        "        return library.creat(b'written-raw', 0o600)\n"
        "    return 0\n\n"
        "def connect(x: int) -> int:\n"
        "    if x == 4:\n"
        "        library = ctypes.CDLL(None)\n"
        "        return 1 // (library.socket(2, 1, 0) + 1)\n"
        "    return 0\n"
    )
    finished = pef("check", "raw.py", "--format", "json", folder=tmp_path)
    assert not (tmp_path / "written-raw").exists()
    # The system call gave -1, which it would not elsewhere.
    assert findings_of(finished) == []
    if "no seccomp" not in finished.stderr:
        connect = next(one for one in finished.json()["functions"] if "connect" in one["target"])
        assert connect["verdict"] == "unknown"


def test_one_thing_can_be_allowed(pef: Run, outside: Path) -> None:
    finished = pef(
        "check",
        "reaches_out.py",
        "--allow",
        "write=.,exec",
        "--allow",
        "read=../secret",
        "--format",
        "json",
        folder=outside,
    )
    document = finished.json()
    assert (outside / "written").exists()
    tried = {note.split(" ", 1)[1] for note in document["notes"]}
    assert {text.split(" to ", 1)[1].split(" ")[0] for text in tried} == {"open", "send"}


def test_without_confinement_nothing_is_refused(pef: Run, outside: Path) -> None:
    finished = pef("check", "reaches_out.py:writes", "--no-sandbox", "--format", "json", folder=outside)
    assert (outside / "written").read_text() == "x"
    assert finished.json()["notes"] == []


def test_an_unknown_permission_is_an_error(pef: Run, outside: Path) -> None:
    finished = pef("check", "reaches_out.py", "--allow", "network", folder=outside)
    assert finished.status == 2
    assert "net" in finished.stderr


def test_what_one_call_gives_is_not_in_the_way_of_the_next(pef: Run) -> None:
    """Two of these results at once would not fit into the memory that a worker may have."""
    finished = pef("check", "batches.py:takes_much", "--no-cache", "--format", "json", folder=PROGRAMS.parent)
    assert findings_of(finished) == []
    assert finished.json()["summary"]["verified"] == 1
