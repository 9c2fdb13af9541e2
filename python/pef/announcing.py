"""What a worker is about to run, said before it runs: on the board, or as events where there is none."""

from __future__ import annotations

from collections.abc import Callable

from pef.board import Board


class Announcer:
    """Tells the supervisor of every run."""

    def __init__(self, send: Callable[..., None], board: Board | None) -> None:
        self._send = send
        self._board = board
        self._last: str | None = None
        """The call on the board."""
        self._is_sent = False
        self._was_plain = False

    def begins(self, call: str, *, plain: bool) -> bool:
        """A run begins; this watcher forbids none."""
        self._was_plain = plain
        if self._board is not None and call is self._last:
            self._board.announce_again(plain=plain)
        elif self._board is not None and self._board.announce(call, plain=plain):
            self._last = call
        else:
            self._last, self._is_sent = None, True
            self._send("announce", call=call, plain=plain)
        return True

    def ends(self) -> None:
        if self._board is not None:
            self._board.clear()
        if self._is_sent:
            self._is_sent = False
            self._send("ended")

    def blame_last(self) -> None:
        """The process is about to end because of what the last call left behind."""
        if self._board is not None and self._last is not None:
            self._board.announce_again(plain=self._was_plain)
