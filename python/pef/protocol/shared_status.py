"""Memory that a worker shares with its supervisor, in which it says what it is about to run.

It is written before every run and read only when a worker is gone, or says nothing for too long; as an event of its own,
each announcement would cost both sides more than most runs. There is one writer, and a board that was left in the
middle of writing says that nothing runs: what runs is written last. A reader that was overtaken by the writer reads again,
and what it cannot read is taken for nothing. Where the system has no such memory, announcements are events.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct

_SIZE = 1 << 20
# How often something was written; the length of the text of what runs, and what runs.
_HEAD = struct.Struct("<QIB")
_COUNT = struct.Struct("<Q")
_LENGTH = struct.Struct("<I")
_LENGTH_PLACE, _WHAT = 8, 12
_READINGS = 8
_NOTHING, _SYMBOLIC, _PLAIN = range(3)


def make_board() -> int | None:
    """The descriptor of an empty board, to be inherited; nothing where there is no such thing."""
    if not hasattr(os, "memfd_create"):
        return None
    try:
        descriptor = os.memfd_create("pef-board", 0)
    except OSError:
        return None
    os.ftruncate(descriptor, _SIZE)
    return descriptor


class Board:
    """A board, on either side."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, _SIZE)
        self._count = 0

    def announce(self, call: str, *, plain: bool) -> bool:
        """Say what is about to run; false where that is too long for the board."""
        text = call.encode("utf-8", "surrogatepass")
        end = _HEAD.size + len(text)
        if end > _SIZE:
            self.clear()
            return False
        memory = self._memory
        memory[_WHAT] = _NOTHING
        # A reader that has begun with the text before notices by the count that it was another one.
        self._beat()
        memory[_HEAD.size : end] = text
        _LENGTH.pack_into(memory, _LENGTH_PLACE, len(text))
        memory[_WHAT] = _PLAIN if plain else _SYMBOLIC
        return True

    def announce_again(self, *, plain: bool) -> None:
        """The same call is about to run once more."""
        self._beat()
        self._memory[_WHAT] = _PLAIN if plain else _SYMBOLIC

    def clear(self) -> None:
        """What was about to run has run."""
        self._memory[_WHAT] = _NOTHING
        self._beat()

    def _beat(self) -> None:
        self._count += 1
        _COUNT.pack_into(self._memory, 0, self._count)

    def beats(self) -> int:
        """How often something was written: a sign of life."""
        count: int = _COUNT.unpack_from(self._memory, 0)[0]
        return count

    def running(self) -> tuple[str, bool] | None:
        """The call that runs, and whether it is the plain run of it; nothing where the writer does not stand still."""
        for _ in range(_READINGS):
            head = self._memory[: _HEAD.size]
            _, length, what = _HEAD.unpack(head)
            if what == _NOTHING:
                return None
            text = self._memory[_HEAD.size : _HEAD.size + length]
            if self._memory[: _HEAD.size] == head:
                with contextlib.suppress(UnicodeDecodeError):
                    return text.decode("utf-8", "surrogatepass"), what == _PLAIN
        return None
