"""Standard streams of a run: texts that are kept or empty, with all that a program expects of `sys.stdout` and the others.

Output in octets (`sys.stdout.buffer`) becomes part of the text. Writing decides nothing, so what is written is the plain
value. The descriptors are those of the process, where nothing is to be read and what is written is dropped.
"""

from __future__ import annotations

import io
from typing import Any

from pef import _engine


class CapturedText(io.StringIO):
    """A text stream in memory that looks like one of the process."""

    encoding = "utf-8"
    errors = "strict"
    name = ""
    mode = "w"
    line_buffering = False
    write_through = False
    _descriptor = 1

    @property
    def buffer(self) -> io.BufferedIOBase:  # type: ignore[override]
        """The stream of octets below."""
        known: io.BufferedIOBase | None = vars(self).get("_octets")
        if known is None:
            known = vars(self)["_octets"] = CapturedOctets(self)
        return known

    def fileno(self) -> int:
        return self._descriptor

    def reconfigure(self, **_options: Any) -> None:
        """Encodings play no part here."""


class CapturedInput(CapturedText):
    """Standard input, with nothing in it."""

    name = "<stdin>"
    mode = "r"
    _descriptor = 0

    def writable(self) -> bool:
        return False


class CapturedOutput(CapturedText):
    """Standard output."""

    name = "<stdout>"


class CapturedErrors(CapturedText):
    """Standard error."""

    name = "<stderr>"
    errors = "backslashreplace"
    line_buffering = True
    _descriptor = 2


class CapturedOctets(io.BufferedIOBase):
    """The octets below a captured text."""

    def __init__(self, text: CapturedText) -> None:
        self._text = text
        self.name = text.name
        self.mode = f"{text.mode}b"
        self.raw = self

    def readable(self) -> bool:
        return self.mode == "rb"

    def writable(self) -> bool:
        return self.mode == "wb"

    def fileno(self) -> int:
        return self._text.fileno()

    def read(self, _size: int | None = -1, /) -> bytes:
        return b""

    def read1(self, _size: int = -1, /) -> bytes:
        return b""

    def peek(self, _size: int = 0, /) -> bytes:
        return b""

    def readinto(self, _buffer: Any, /) -> int:
        return 0

    def readinto1(self, _buffer: Any, /) -> int:
        return 0

    def write(self, data: Any, /) -> int:
        octets = bytes(memoryview(_engine.plain(data)))
        self._text.write(octets.decode("utf-8", "backslashreplace"))
        return len(octets)


_engine.mark_own(globals())
