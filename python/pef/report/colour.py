"""Colour: only on a terminal, and never where `NO_COLOR` is set."""

from __future__ import annotations

import os
from typing import Protocol

_CODES = {"call": "1", "good": "32", "bad": "31", "warning": "33"}


class _Terminal(Protocol):
    def isatty(self) -> bool: ...


def wants_colour(stream: _Terminal) -> bool:
    """Whether `stream` is a terminal whose user has not asked for plain text."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


class Painter:
    """Puts text into a style, or leaves it alone."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __call__(self, text: str, style: str) -> str:
        code = _CODES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self._enabled and code else text
