"""The clock of the runs in a worker: announces each, and stops those that do not end.

Invariant: a run counts as a hang only if it was given the whole time, by a clock that the code under test has no part
in. In the first look at a function nothing is given the whole time: a run that takes long is left, remembered as put
off, and the function begins again when all others had their first look.
"""

from __future__ import annotations

import os

from pef import _engine
from pef.errors import RunStopped
from pef.protocol.jobs import ExcludedCall
from pef.worker.announcer import Announcer, Excluded
from pef.worker.timer import Timer

# The symbolic run of a call gets this part of the time after which a plain one counts as a hang.
_SYMBOLIC_SHARE = 0.4
# Plain runs that look like a hang found before are not given the whole time again.
_REPEATED_SHARE = 0.2
# A handler that swallows the first stop gets another.
_REPEATED_SECONDS = 0.5
# Of the clock below, twice.
_RESOLUTION = 0.02


class Watch:
    """Announces every run, and stops those that do not end."""

    ends_runs = True

    def __init__(
        self,
        announcer: Announcer,
        hang_seconds: float,
        first_look_seconds: float | None,
        excluded: list[ExcludedCall],
    ) -> None:
        self._announcer = announcer
        self.hang_seconds = hang_seconds
        self._first_look_seconds = first_look_seconds
        """In a first look: what a run is given at most."""
        self._plain_seconds = hang_seconds
        self._stopped = False
        """Whether the present run is a plain one that was stopped."""
        self.put_off = False
        """Whether a run of this first look was left before its time."""
        self._excluded = Excluded(excluded)
        self._left: set[str] = set()
        """The calls whose symbolic runs were left in this first look."""
        self._call = ""
        self._plain = False
        self._timer = Timer(self._stop)
        self._seconds = hang_seconds
        self._began = 0.0

    def found_hang(self) -> bool:
        """A plain run was stopped; whether it had been given the whole time, and so counts."""
        whole = self._plain_seconds == self.hang_seconds and self._first_look_seconds is None
        self._plain_seconds = self.hang_seconds * _REPEATED_SHARE
        return whole

    def end_first_look(self) -> None:
        """From here on runs get the whole time."""
        self._first_look_seconds = None

    def begins(self, call: str, *, plain: bool) -> bool:
        if self._excluded.forbids(call, plain=plain) or (plain and call in self._left):
            return False
        self._announcer.begins(call, plain=plain)
        self._call, self._plain, self._stopped = call, plain, False
        self._seconds = self._plain_seconds if plain else self.hang_seconds * _SYMBOLIC_SHARE
        if self._first_look_seconds is not None:
            self._seconds = min(self._seconds, self._first_look_seconds)
        self._began = _real_seconds()
        self._timer.start(self._seconds, _REPEATED_SECONDS)
        return True

    def ends(self) -> bool:
        self._timer.stop()
        self._announcer.ends()
        stopped, self._stopped = self._stopped, False
        return stopped

    def _stop(self, _number: int, _frame: object) -> None:
        if _real_seconds() - self._began < self._seconds - _RESOLUTION:
            # It is not the timer that sent it.
            return
        try:
            _engine.stop_run()
        except RunStopped:
            self._stopped = self._plain
            if self._first_look_seconds is not None:
                self.put_off = True
                self._left.add(self._call)
            raise


def _real_seconds() -> float:
    """The time, also in a run, where the clocks of `time` are the engine's."""
    return os.times().elapsed
