"""The call of the target, for arguments whose very names may be symbolic.

CPython puts such names into a dictionary of its own making, which the engine has to know as one with symbolic keys
before the function looks at it. A function is seen at that moment by nobody but a profiler, so one is there until the
first function of the program has begun.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import CodeType, FrameType, GeneratorType
from typing import Any

from pef import _engine
from pef.looks import is_a
from pef.package_folder import PACKAGE_FOLDER


def forward(function: Callable[..., Any], positional: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Call `function`."""
    before = sys.getprofile()
    sys.setprofile(_begin)
    try:
        result = function(*positional, **keywords)
    finally:
        sys.setprofile(before)
    if is_a(result, GeneratorType) and result.gi_frame is not None:
        # Its body has not begun yet.
        _settle(result.gi_frame)
    return result


def _begin(frame: FrameType, event: str, _argument: Any) -> None:
    if event != "call" or not _engine.is_program(frame.f_globals):
        return
    # Models and what checks contracts are rewritten too, and are on the way to the program.
    if not frame.f_code.co_filename.startswith(PACKAGE_FOLDER):
        _settle(frame)
        sys.setprofile(None)


def _settle(frame: FrameType) -> None:
    collecting = _collecting(frame.f_code)
    if collecting is not None and collecting in frame.f_locals:
        _engine.settle_keys(frame.f_locals[collecting])


def _collecting(code: CodeType) -> str | None:
    """The name of the parameter that collects arguments by name."""
    if not code.co_flags & inspect.CO_VARKEYWORDS:
        return None
    position = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    return code.co_varnames[position]


_engine.mark_own(globals())
