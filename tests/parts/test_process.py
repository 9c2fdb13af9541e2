"""Worker processes are given what they need and nothing else, and leave nothing behind."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

from pef.protocol.role import EXPLORE, PLAIN
from pef.supervision.process import Worker, _start, end_worker, start_worker


def started(program: str, inherited: list[int] | None = None) -> Worker:
    return _start([sys.executable, "-c", program], inherited or [])


def output(worker: Worker) -> str:
    found = b""
    while chunk := os.read(worker.events, 4096):
        found += chunk
    return found.decode()


@pytest.fixture
def left_to_us():
    """A descriptor that whoever started us did not close."""
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    yield writing
    os.close(reading)
    os.close(writing)


def test_descriptors_are_not_passed_on(left_to_us: int) -> None:
    program = f"""
import os
for number in ({left_to_us}, 0, 1, 2):
    try:
        os.fstat(number)
        print(number, "open")
    except OSError:
        print(number, "closed")
"""
    worker = started(program)
    assert output(worker).split("\n")[:-1] == [f"{left_to_us} closed", "0 open", "1 open", "2 open"]
    end_worker(worker)
    # It is still ours.
    os.fstat(left_to_us)


def test_those_that_are_to_be_inherited_are(left_to_us: int) -> None:
    worker = started(f"import os; os.fstat({left_to_us}); print('there')", [left_to_us])
    assert output(worker) == "there\n"
    end_worker(worker)


def test_it_has_a_session_of_its_own_and_a_fixed_seed() -> None:
    worker = started("import os; print(os.getsid(0) == os.getpid(), os.environ['PYTHONHASHSEED'])")
    assert output(worker) == "True 0\n"
    end_worker(worker)


def test_how_it_ended() -> None:
    worker = started("raise SystemExit(7)")
    assert worker.status() == 7
    assert worker.status() == 7
    assert not worker.is_alive()
    end_worker(worker)
    worker = started("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")
    assert worker.ends_within(60)
    assert worker.status() == -signal.SIGTERM
    end_worker(worker)


def test_one_that_does_not_end() -> None:
    worker = started("import time; print('up', flush=True); time.sleep(600)")
    assert os.read(worker.events, 2) == b"up"
    assert worker.is_alive()
    assert not worker.ends_within(0.01)
    end_worker(worker)
    assert worker.status() == -signal.SIGKILL


def test_what_it_started_ends_with_it() -> None:
    """Also where it has ended by itself, as long as nobody has asked."""
    worker = started(
        "import os, sys, time\nif os.fork():\n    sys.exit()\nprint(os.getpid(), flush=True)\ntime.sleep(600)"
    )
    child = int(os.read(worker.events, 100))
    for _ in range(1000):
        if Path(f"/proc/{worker.number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.01)
    end_worker(worker)
    for _ in range(1000):
        state = Path(f"/proc/{child}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] in "ZX":
            return
        time.sleep(0.01)
    pytest.fail("it is still there")


def test_what_was_written_can_be_read_after_the_end() -> None:
    worker = started("print('last words')")
    worker.status()
    end_worker(worker, keep_pipes=True)
    assert output(worker) == "last words\n"
    end_worker(worker)
    # Once more is no harm.
    end_worker(worker)
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(worker.events)


def test_a_program_that_is_not_there() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(FileNotFoundError):
        _start(["/nowhere/python"], [])
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize("duty", [EXPLORE, PLAIN])
def test_a_worker_without_jobs_ends(duty: str) -> None:
    worker = start_worker(duty)
    worker.jobs.close()
    assert worker.ends_within(60)
    assert worker.status() == 0
    end_worker(worker)


def test_descriptors_beyond_the_limit(left_to_us: int) -> None:
    """The limit may have been lowered since they were opened."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    far = os.dup2(left_to_us, min(soft, 600) - 1)
    os.set_inheritable(far, True)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (far - 10, hard))
        worker = started(f"import os\ntry:\n    os.fstat({far})\nexcept OSError:\n    print('closed')")
        assert output(worker) == "closed\n"
        end_worker(worker)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        os.close(far)
