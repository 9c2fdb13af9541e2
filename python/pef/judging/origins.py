"""Where an exception came from that lost its traceback on the way: `raise e.with_traceback(None)` begins a new one.

The call is made once more, and every exception is noted where it is first seen. That is slow, so it is done only where the
source speaks of tracebacks. Rejected: to notice it in every run, where a program that raises much would be much slower.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from pef.loaded_target import LoadedTarget

_SAID = (b"with_traceback", b"__traceback__", b"clear_frames")


def may_be_lost_in(target: LoadedTarget) -> bool:
    """Whether code of the program does something with tracebacks, so that they do not tell where an exception came from."""
    known: bool | None = target.found.get(_SAID)
    if known is None:
        known = target.found[_SAID] = any(word in source for source in target.sources() for word in _SAID)
    return known


class _Noted:
    """What a trace function has seen."""

    def __init__(self) -> None:
        self.first: dict[int, tuple[BaseException, CodeType, int]] = {}
        """By identity: the exception, and the code and instruction where it was first seen."""

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "call":
            frame.f_trace_lines = False
        elif event == "exception":
            error = argument[1]
            self.first.setdefault(id(error), (error, frame.f_code, frame.f_lasti))
        return self.trace


def origin_of(call: Callable[[], BaseException | None]) -> tuple[BaseException, CodeType, int] | None:
    """What a call raises, and the code and instruction that raised it first; nothing where it was not seen to."""
    noted = _Noted()
    before = sys.gettrace()
    sys.settrace(noted.trace)
    try:
        error = call()
    finally:
        sys.settrace(before)
    return noted.first.get(id(error)) if error is not None else None
