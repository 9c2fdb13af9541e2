"""What a worker is about to run, said before it runs: on the board, or as events where there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pef.protocol.events import Event, RunBegun, RunEnded
from pef.protocol.jobs import ExcludedCall
from pef.protocol.shared_status import Board


class Excluded:
    """Calls that ended a process, and are not run again."""

    def __init__(self, entries: Sequence[ExcludedCall]) -> None:
        self._never = {entry.call for entry in entries if not entry.plain}
        self._not_plain = {entry.call for entry in entries}

    def forbids(self, call: str, *, plain: bool) -> bool:
        """Whether a run is not to be made: what ended a process in its symbolic run is not run at all."""
        return call in (self._not_plain if plain else self._never)


class Announcer:
    """Tells the supervisor of every run."""

    excluded = Excluded([])
    ends_runs = False

    def __init__(self, send: Callable[[Event], None], board: Board | None, require_open: Callable[[], None]) -> None:
        self._send = send
        self._require_open = require_open
        self._board = board
        self._last: str | None = None
        """The call on the board."""
        self._is_sent = False
        self._was_plain = False

    def begins(self, call: str, *, plain: bool) -> bool:
        """A run begins; false forbids it."""
        if self.excluded.forbids(call, plain=plain):
            return False
        self._was_plain = plain
        if self._board is not None and call is self._last:
            self._board.announce_again(plain=plain)
        elif self._board is not None and self._board.announce(call, plain=plain):
            self._last = call
        else:
            self._last, self._is_sent = None, True
            self._send(RunBegun(call, plain))
        return True

    def ends(self) -> bool:
        """The run has ended, and the next one is none of its business; it was not stopped from here."""
        self._require_open()
        self.clear()
        return False

    def clear(self) -> None:
        """Nothing runs."""
        if self._board is not None:
            self._board.clear()
        if self._is_sent:
            self._is_sent = False
            self._send(RunEnded())

    def blame_last(self) -> None:
        """The process is about to end because of what the last call left behind."""
        if self._board is not None and self._last is not None:
            self._board.announce_again(plain=self._was_plain)
