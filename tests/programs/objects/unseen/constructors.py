"""Constructors that change their arguments."""

from __future__ import annotations


class _Clock:
    def __init__(self) -> None:
        self.left = 1

    @property
    def now(self) -> int:
        self.left -= 1
        return self.left

    def __len__(self) -> int:
        self.left -= 1
        return 1


class _Stamp:
    def __init__(self, clock: _Clock) -> None:
        self.at = clock.now


class _Length:
    def __init__(self, clock: _Clock) -> None:
        self.at = len(clock)


class _Stop:
    def __init__(self, clock: _Clock) -> None:
        clock.left = self.at = 0


class ByProperty:
    def __init__(self) -> None:
        self._clock = _Clock()

    def change(self) -> int:
        return _Stamp(self._clock).at

    def get(self) -> int:
        return 1 // self._clock.left


class ByLength(ByProperty):
    def change(self) -> int:
        return _Length(self._clock).at

    def get(self) -> int:
        return 1 // self._clock.left


class ByAssignment(ByProperty):
    def change(self) -> int:
        return _Stop(self._clock).at

    def get(self) -> int:
        return 1 // self._clock.left
