"""Memory that a worker shares with its supervisor, in which it says what it is about to run.

It is written before every run and read only when a worker is gone, or says nothing for too long; as an event of its own,
each announcement would cost both sides more than most runs. There is one writer, and a board that was left in the
middle of writing says that nothing runs. Where the system has no such memory, announcements are events.
"""

from __future__ import annotations

import mmap
import os
import struct

_SIZE = 1 << 20
# How often something was written; what runs; the length of its text.
_HEAD = struct.Struct("<QBI")
_COUNT = struct.Struct("<Q")
_WHAT = 8
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
        memory[_HEAD.size : end] = text
        self._count += 1
        _HEAD.pack_into(memory, 0, self._count, _PLAIN if plain else _SYMBOLIC, len(text))
        return True

    def announce_again(self, *, plain: bool) -> None:
        """The same call is about to run once more."""
        self._memory[_WHAT] = _PLAIN if plain else _SYMBOLIC
        self._beat()

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
        """The call that runs, and whether it is the plain run of it."""
        _, what, length = _HEAD.unpack_from(self._memory, 0)
        if what == _NOTHING:
            return None
        text = self._memory[_HEAD.size : _HEAD.size + length]
        return text.decode("utf-8", "surrogatepass"), what == _PLAIN
