"""Explorations that are cut short: by the clock, by the user, by the reader, by the code under test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from .conftest import COMMAND, PROGRAMS, Run, clean_environment, start

HOSTILE = str(PROGRAMS / "hostile.py")
LONG_WORK = str(PROGRAMS / "long_work.py")
# Starting an interpreter twice, on a machine that has other things to do. Without the limit it would take for ever.
SLACK_SECONDS = 10
SMALL_SLACK_SECONDS = 3


def children_of(process: int) -> list[int]:
    file = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in file.read_text().split()] if file.exists() else []


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < deadline, f"{file} did not appear"
        time.sleep(0.02)


def assert_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{process}").exists() for process in processes):
            return
        time.sleep(0.02)
    pytest.fail(f"still running: {processes}")


@pytest.mark.parametrize("function", ["hangs", "sleeps"])
def test_the_time_limit_ends_what_does_not_end(pef: Run, function: str) -> None:
    started = time.monotonic()
    finished = pef("explore", f"{HOSTILE}:{function}", "--time", "2", "--format", "json", "--allow", "write=.")
    assert time.monotonic() - started < 2 + SLACK_SECONDS
    document = finished.json()
    assert document["verdict"] == "bounded"
    assert "time" in {reason["kind"] for reason in document["reasons"]}
    assert "(7)" in document["reasons"][-1]["detail"]
    assert len(document["paths"]) >= 1
    assert finished.status == 0


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "function",
    [
        "asks_hard_questions",
        "calculates_in_c",
        "backtracks",
        "swallows",
        "takes_long_to_show",
        "returns_a_lot",
        "has_many_paths",
    ],
)
def test_the_time_limit_is_kept_whatever_takes_long(pef: Run, function: str, workers: str) -> None:
    limits = ("--time", "1.5", "--workers", workers, "--format", "json")
    started = time.monotonic()
    document = pef("explore", f"{LONG_WORK}:{function}", *limits).json()
    assert time.monotonic() - started < 1.5 + SMALL_SLACK_SECONDS
    assert "time" in {reason["kind"] for reason in document["reasons"]}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_time_limit_of_a_check_is_kept_whatever_takes_long(pef: Run, workers: str) -> None:
    started = time.monotonic()
    pef("check", LONG_WORK, "--no-cache", "--time", "3", "--workers", workers, "--format", "json").json()
    assert time.monotonic() - started < 3 + SMALL_SLACK_SECONDS


def test_a_module_that_is_not_imported_in_time_is_a_bad_request(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("while True:\n    pass\n\n\ndef function(x: int) -> None: ...\n")
    finished = pef("explore", "endless.py:function", "--time", "2")
    assert finished.status == 2
    assert finished.stdout == ""
    assert "was not imported within 2 s" in finished.stderr


def test_a_first_path_that_does_not_end_is_no_clean_exit(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("def function(x: int) -> None:\n    while True:\n        pass\n")
    finished = pef("explore", "endless.py:function", "--time", "3")
    assert finished.status == 5
    assert "0 paths explored" in finished.stdout


def test_without_depth_the_first_path_is_explored(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "branching.py").write_text("def function(x: int) -> int:\n    return 1 if x > 3 else 2\n")
    document = pef("explore", "branching.py:function", "-d", "0", "--format", "json").json()
    assert [path["call"] for path in document["paths"]] == ["function(0)"]
    assert document["verdict"] == "bounded"


def test_the_time_limit_is_kept_by_an_exploration_that_goes_on(pef: Run) -> None:
    started = time.monotonic()
    finished = pef("explore", f"{HOSTILE}:counts", "--time", "1.5", "--depth", "100000", "--format", "json")
    assert time.monotonic() - started < 1.5 + SLACK_SECONDS
    document = finished.json()
    assert document["verdict"] == "bounded"
    assert "time" in {reason["kind"] for reason in document["reasons"]}
    assert document["stats"]["paths"] == len(document["paths"]) > 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_prints_what_was_found(tmp_path: Path, number: int, status: int) -> None:
    process = start(["explore", f"{HOSTILE}:counts", "--depth", "100000"], tmp_path)
    assert process.stdout
    first = process.stdout.readline()
    workers = children_of(process.pid)
    process.send_signal(number)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == status
    assert first.startswith("counts(")
    closing = rest.rstrip("\n").rsplit("\n", 1)[-1]
    assert ": bounded (" in closing
    assert "interrupted" in closing
    assert errors == ""
    assert_gone(workers)


def test_an_interrupted_json_report_is_valid(tmp_path: Path) -> None:
    process = start(["explore", f"{HOSTILE}:sleeps", "--format", "json", "--allow", "write=."], tmp_path)
    wait_for(tmp_path / "asleep")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    document = json.loads(output)
    assert "interrupted" in {reason["kind"] for reason in document["reasons"]}
    assert document["paths"]
    assert errors == ""
    assert process.returncode == 130


def test_killing_the_command_takes_its_worker_along(tmp_path: Path) -> None:
    process = start(["explore", f"{HOSTILE}:hangs"], tmp_path)
    assert process.stdout
    process.stdout.readline()
    workers = children_of(process.pid)
    process.kill()
    process.communicate(timeout=20)
    assert_gone(workers)


def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    process = start(["explore", f"{HOSTILE}:counts", "--depth", "100000"], tmp_path, stdout=writing)
    os.close(writing)
    with os.fdopen(reading) as reader:
        assert reader.readline().startswith("counts(")
    _, errors = process.communicate(timeout=20)
    assert errors == ""
    assert process.returncode == 141


@pytest.mark.parametrize("function", ["exits", "crashes"])
def test_an_input_that_ends_the_process_is_a_finding(pef: Run, function: str) -> None:
    finished = pef("explore", f"{HOSTILE}:{function}", "--format", "json")
    document = finished.json()
    crash = [path for path in document["paths"] if path["outcome"] == "crash"]
    assert [path["call"] for path in crash] == [f"{function}(7)"]
    assert crash[0]["args"] == ["7"]
    assert crash[0]["reproduced"]
    assert document["verdict"] == "refuted"
    assert finished.status == 1
    assert finished.stderr == ""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_search_goes_on_without_what_ends_the_process(pef: Run, workers: str) -> None:
    finished = pef("explore", f"{HOSTILE}:exits_twice", "--format", "json", "--workers", workers)
    document = finished.json()
    outcomes = sorted((path["call"], path["outcome"]) for path in document["paths"])
    assert outcomes == [
        ("exits_twice(0)", "returned"),
        ("exits_twice(101)", "returned"),
        ("exits_twice(11)", "raised"),
        ("exits_twice(7)", "crash"),
        ("exits_twice(9)", "crash"),
    ]
    assert document["stats"]["paths"] == 5
    assert {reason["kind"] for reason in document["reasons"]} == {"worker"}


def test_the_code_under_test_cannot_speak_for_pef(pef: Run) -> None:
    finished = pef("explore", f"{HOSTILE}:forges")
    assert "2 paths explored" in finished.stdout
    assert "\x1b" not in finished.stdout
    assert "\\x1b[2J forged" in finished.stdout
    assert finished.stderr == ""
    assert finished.status == 0


def test_the_code_under_test_has_no_standard_input(pef: Run) -> None:
    document = pef("explore", f"{HOSTILE}:reads", "--format", "json").json()
    raised = [path["exception"]["type"] for path in document["paths"] if path["outcome"] == "raised"]
    assert raised == ["EOFError"]


def test_several_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    bank = str(PROGRAMS / "bank.py")
    processes = [start(["explore", f"{bank}:withdraw"], tmp_path) for _ in range(4)]
    outputs = [process.communicate(timeout=60) for process in processes]
    assert len({output for output, _ in outputs}) == 1
    assert {errors for _, errors in outputs} == {""}
    assert "4 paths explored" in outputs[0][0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_not_silence(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as sink:
        process = start(["explore", f"{PROGRAMS / 'bank.py'}:sign"], tmp_path, stdout=sink.fileno())
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.startswith("pef: cannot write the results: No space left")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(("closed", "status"), [("<&-", 0), (">&-", 2), ("2>&-", 0)])
def test_closed_standard_streams(tmp_path: Path, closed: str, status: int) -> None:
    command = f'exec "$0" explore "$1" {closed}'
    process = subprocess.run(
        ["sh", "-c", command, COMMAND, f"{PROGRAMS / 'bank.py'}:sign"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert process.returncode == status
    if status:
        assert process.stderr == "pef: standard output is closed: there is nowhere to write the results\n"
    else:
        assert "3 paths explored" in process.stdout
        assert process.stderr == ""
