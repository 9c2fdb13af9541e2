"""Imports of Python's library that PEF makes late, when the folders of the program are on the path already.

A `signal.py` beside the program is the program's, and not what `asyncio` needs where PEF runs a coroutine.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

_own: list[str] = []
"""The path as it was before; empty where nobody has changed it."""


def remember_path() -> None:
    """The folders of the program are about to be put on the path."""
    _own[:] = sys.path


@contextlib.contextmanager
def of_library() -> Iterator[None]:
    """In it, modules are looked for as if there were no program."""
    before = sys.path[:]
    if _own:
        sys.path[:] = _own
    try:
        yield
    finally:
        sys.path[:] = before
