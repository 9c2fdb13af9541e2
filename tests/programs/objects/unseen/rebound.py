"""A function that is replaced by another, and an exception that is made without being called."""

from __future__ import annotations

LEFT = [1]


def _read() -> int:
    return LEFT[0]


def _use() -> int:
    LEFT[0] = 0
    return 0


def _replace() -> None:
    global _read
    _read = _use


class ByGlobal:
    def __init__(self) -> None:
        LEFT[0] = 1
        _replace()

    def change(self) -> int:
        return _read()

    def get(self) -> int:
        return 1 // LEFT[0]


class _Noted(Exception):
    def __init__(self) -> None:
        LEFT[0] = 0


class ByRaise:
    def __init__(self) -> None:
        LEFT[0] = 1
        self._kind = _Noted

    def change(self) -> None:
        kind = self._kind
        try:
            raise kind
        except _Noted:
            pass

    def get(self) -> int:
        return 1 // LEFT[0]
