"""Runs under the eyes of somebody: the engine says what it is about to run, and whoever watches is told in words.

What PEF needs of the interpreter itself is put back after every such run: the process goes on with other functions.
"""

from __future__ import annotations

from typing import Any, Protocol

from pef.exploration.call_source import CallWriter, WrittenCall
from pef.isolation.interpreter_tables import InterpreterState


class Watcher(Protocol):
    """Somebody who is told of every run, and can stop one with `_engine.stop_run`."""

    ends_runs: bool
    """Whether it stops runs that do not end: where nobody does, no path may wait for the run of another."""

    def begins(self, call: str, *, plain: bool) -> bool:
        """A run begins, symbolic or plain; false forbids it."""

    def ends(self) -> bool:
        """The run has ended, in whatever way; says whether it was a plain one that was stopped."""


class WatchedRuns:
    """What the engine tells of its runs."""

    __slots__ = ("_interpreter", "_watcher", "_writer", "ends_runs")

    def __init__(self, watcher: Watcher, writer: CallWriter) -> None:
        self._watcher = watcher
        self.ends_runs = watcher.ends_runs
        self._writer = writer
        self._interpreter = InterpreterState()

    def describes(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> WrittenCall:
        """An input is about to be run: how it is announced."""
        return self._writer.written(args, dict(kwargs))

    def begins(self, call: WrittenCall, plain: bool) -> bool:
        """A call is about to be run; false where it is not to."""
        self._interpreter.keep()
        return self._watcher.begins(call.announced, plain=plain)

    def ends(self) -> bool:
        """What was about to run has run; whether it was stopped."""
        self._interpreter.restore()
        return self._watcher.ends()
