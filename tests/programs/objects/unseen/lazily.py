"""A module that makes names when they are asked for."""

from __future__ import annotations

LEFT = [1]


def __getattr__(name: str) -> int:
    if name.startswith("__"):
        raise AttributeError(name)
    LEFT[0] = 0
    return 1
