"""Many programs in several processes, each watched over: one that hangs is ended, and named."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator, Set
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tests.fuzz.comparing import Comparison, Failure, compare
from tests.fuzz.oracle import EndlessError
from tests.fuzz.programs import Program
from tests.fuzz.shrinking import shrink
from tests.fuzz.writing import program as program_of

# Far more than a program takes within its limits, on a busy machine too.
_SECONDS = 120.0
_SHRINKING_SECONDS = 60.0
# A process that has loaded so many programs holds what they left behind.
_PROGRAMS_OF_A_PROCESS = 400
_OPEN_EVERY, _DEEP_EVERY, _COMMAND_EVERY = 5, 7, 300


@dataclass
class Result:
    """What came of one seed."""

    seed: int
    comparison: Comparison | None
    """`None` where the program itself does not end soon."""
    smallest: dict[Failure, tuple[Program, str]]
    """For each failure a program, shrunk."""


def program_of_seed(seed: int) -> Program:
    """Every so many are open."""
    return program_of(seed, is_open=seed % _OPEN_EVERY == _OPEN_EVERY - 1)


def run_seed(seed: int, folder: Path, shrinking: float, shrunk: Set[Failure]) -> Result:
    """Make a program, compare it, and shrink what fails."""
    made = program_of_seed(seed)
    try:
        comparison = compare(
            made, folder, deeply=seed % _DEEP_EVERY == 0, by_command=seed % _COMMAND_EVERY == _COMMAND_EVERY - 1
        )
    except EndlessError:
        return Result(seed, None, {})
    smallest = {}
    for kind, text in comparison.failures.items():
        if kind in shrunk:
            smallest[kind] = _smallest(made, kind, text, folder, shrinking)
    return Result(seed, comparison, smallest)


def _smallest(program: Program, kind: Failure, text: str, folder: Path, shrinking: float) -> tuple[Program, str]:
    by_command = kind is Failure.WORKERS
    if not shrinking:
        return program, text
    # Most fail at once, and then the rest of the comparison need not be made each time.
    deeply = _failure(program, kind, folder, deeply=False, by_command=by_command) is None
    small = shrink(program, lambda one: bool(_failure(one, kind, folder, deeply, by_command)), shrinking)
    return small, _failure(small, kind, folder, deeply, by_command) or text


def _failure(program: Program, kind: Failure, folder: Path, deeply: bool, by_command: bool) -> str | None:
    """How it fails in that way; a program whose names are not bound fails for another reason."""
    try:
        text = compare(program, folder, deeply=deeply, by_command=by_command).failures.get(kind)
    except Exception:
        return None
    return text if text is not None and "NameError" not in text and "refused:" not in text else None


def _serve(connection: Connection, shrinking: float, shrunk: Set[Failure]) -> None:
    # Programs may print; only results go to the caller.
    sys.stdout = sys.stderr
    # Without a caller there is nothing left to do.
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(EOFError, BrokenPipeError):
        while (seed := connection.recv()) is not None:
            connection.send(run_seed(seed, Path(folder), shrinking, shrunk))


class _Worker:
    def __init__(self, shrinking: float, shrunk: Set[Failure]) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, shrinking, shrunk), daemon=False)
        self._process.start()
        other.close()
        self.seed: int | None = None
        self.started = 0.0
        self.left = _PROGRAMS_OF_A_PROCESS

    def give(self, seed: int) -> None:
        self.seed, self.started = seed, time.monotonic()
        self.left -= 1
        self.connection.send(seed)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()


def run(
    seeds: list[int], workers: int, *, shrinking: float = _SHRINKING_SECONDS, shrunk: Set[Failure] = frozenset(Failure)
) -> Iterator[Result]:
    """The results, as they come."""
    waiting = list(reversed(seeds))
    team = [_Worker(shrinking, shrunk) for _ in range(min(workers, len(seeds)))]
    try:
        for worker in team:
            worker.give(waiting.pop())
        while any(worker.seed is not None for worker in team):
            busy = {worker.connection: worker for worker in team if worker.seed is not None}
            ready: list[Any] = wait(list(busy), timeout=1.0)
            for connection in ready:
                worker = busy[connection]
                seed = worker.seed
                assert seed is not None
                try:
                    yield connection.recv()
                except (EOFError, OSError):
                    yield _lost(seed, Failure.DEFECT, "the process ended")
                    worker.left = 0
                _go_on(team, worker, waiting, shrinking, shrunk)
            for worker in list(team):
                limit = _SECONDS + 10 * shrinking
                if worker.seed is not None and time.monotonic() - worker.started > limit:
                    yield _lost(worker.seed, Failure.HANG, f"no answer after {limit:.0f} s")
                    worker.left = 0
                    _go_on(team, worker, waiting, shrinking, shrunk)
    finally:
        for worker in team:
            worker.end()


def _lost(seed: int, kind: Failure, text: str) -> Result:
    return Result(seed, Comparison(failures={kind: text}), {kind: (program_of_seed(seed), text)})


def _go_on(team: list[_Worker], worker: _Worker, waiting: list[int], shrinking: float, shrunk: Set[Failure]) -> None:
    """Give it the next program, or let another process have it."""
    worker.seed = None
    if worker.left <= 0 and waiting:
        worker.end()
        team.remove(worker)
        worker = _Worker(shrinking, shrunk)
        team.append(worker)
    if waiting:
        worker.give(waiting.pop())
