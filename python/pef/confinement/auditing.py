"""Refusals with a reason: an audit hook that sees what the code under test is about to do, and where.

Invariant: an operation of PEF itself is never refused, and one of the code under test never goes through because of how
it was called: what the hook does not see, the kernel does. The hook sees plain values only, because looking at a
symbolic one would be a decision of the run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from pef import _engine
from pef.errors import RefusedError
from pef.package_folder import PACKAGE_FOLDER
from pef.shown_path import shown

Report = Callable[[str, str | None], None]

_LIBRARY_FOLDER = os.path.dirname(os.path.abspath(os.__file__))  # noqa: PTH100, PTH120
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LOCAL_SOCKETS = 1

_CHANGES = {
    "os.remove": "delete",
    "os.rmdir": "delete",
    "shutil.rmtree": "delete",
    "os.mkdir": "make",
    "os.truncate": "change",
    "os.chmod": "change",
    "os.chown": "change",
    "os.utime": "change",
    "os.setxattr": "change",
    "os.removexattr": "change",
    "os.rename": "rename",
    "os.link": "link",
    "os.symlink": "link",
}
_LISTINGS = frozenset({"os.listdir", "os.scandir"})
_PROCESSES = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn"}
)
_NETWORK = frozenset(
    {"socket.__new__", "socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}
)
_SIGNALS = frozenset({"os.kill", "os.killpg"})
_WATCHED = frozenset({"open", *_CHANGES, *_LISTINGS, *_PROCESSES, *_NETWORK, *_SIGNALS})


class Auditor:
    """The rules, and whom to tell of a refusal."""

    def __init__(self, read: list[str], write: list[str], network: bool, processes: bool, report: Report) -> None:
        self._read = _prefixes([*read, *write])
        self._write = _prefixes(write)
        self._network = network
        self._processes = processes
        self._report = report
        self._busy = False

    def install(self) -> None:
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _WATCHED or self._busy:
            return
        self._busy = True
        try:
            self._judge(event, arguments)
        finally:
            self._busy = False

    def _judge(self, event: str, arguments: tuple[Any, ...]) -> None:
        what = self._forbidden(event, tuple(_engine.plain(argument) for argument in arguments))
        if what is None:
            return
        ours, where = _place(sys._getframe(2))
        if ours:
            return
        self._report(what, where)
        raise RefusedError(1, f"the code under test is not allowed to {what}")

    def _forbidden(self, event: str, arguments: tuple[Any, ...]) -> str | None:
        """What it is about to do, where that is not allowed."""
        if event == "open":
            path, _, flags = arguments
            writing = isinstance(flags, int) and bool(flags & _WRITING)
            return self._file("write" if writing else "read", path, self._write if writing else self._read)
        if event in _CHANGES:
            # Both ends of a renaming or a link.
            count = 2 if event in ("os.rename", "os.link", "os.symlink") else 1
            refused = (self._file(_CHANGES[event], path, self._write) for path in arguments[:count])
            return next((text for text in refused if text), None)
        if event in _LISTINGS:
            return self._file("list", "." if arguments[0] is None else arguments[0], self._read)
        if event in _PROCESSES:
            return None if self._processes else "start a process"
        if event in _SIGNALS:
            return None if arguments[0] == os.getpid() else f"send a signal to process {arguments[0]}"
        if self._network or (event == "socket.__new__" and arguments[1] == _LOCAL_SOCKETS):
            return None
        return "look up a host" if "host" in event or "addr" in event else "open a network connection"

    def _file(self, verb: str, path: object, allowed: tuple[str, ...]) -> str | None:
        if isinstance(path, int) or path is None:
            return None
        try:
            text = os.fsdecode(path)  # type: ignore[arg-type]
            real = os.path.realpath(text)
        except (TypeError, ValueError, OSError):
            return None
        if real == os.devnull or (real + os.sep).startswith(allowed):
            return None
        if verb == "read" and text.startswith("<") and text.endswith(">") and not os.path.lexists(text):
            # The name of generated code, whose source is asked for and not there.
            return None
        return f"{verb} {text}"


def _prefixes(places: list[str]) -> tuple[str, ...]:
    return tuple(place.rstrip(os.sep) + os.sep for place in places)


def _place(frame: FrameType | None) -> tuple[bool, str | None]:
    """Whether PEF itself does it, and the line of the code that is neither PEF's nor the standard library's."""
    innermost = frame.f_code.co_filename if frame else ""
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((PACKAGE_FOLDER, _LIBRARY_FOLDER, "<")):
            return False, f"{shown(file)}:{frame.f_lineno}"
        frame = frame.f_back
    return innermost.startswith((PACKAGE_FOLDER, "<frozen")), None
