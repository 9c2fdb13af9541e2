"""Globals that a program may have changed before one of its functions is explored."""

from __future__ import annotations

LIMIT = 5
TABLE = {"refused": [5]}
EXTRA = None


class Settings:
    refused = 5

    def __init__(self) -> None:
        self.also = 6


settings = Settings()


def helper(x: int) -> int:
    return 1


def by_limit(x: int) -> int:
    return 1 // (x - LIMIT if x > 4 else 1)


def by_table(x: int) -> int:
    assert x not in TABLE["refused"]
    return x


def by_class(x: int) -> int:
    assert x != Settings.refused
    return x


def by_object(x: int) -> int:
    assert x != settings.also
    return x


def by_helper(x: int) -> int:
    return 1 // helper(x)


def safe(x: int) -> int:
    if x == LIMIT:
        return 1
    return 0
