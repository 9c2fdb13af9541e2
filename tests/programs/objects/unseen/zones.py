"""What a library object asks of one of the program's."""

from __future__ import annotations

import datetime


class _Zone(datetime.tzinfo):
    left = 1

    def utcoffset(self, day: datetime.datetime | None) -> datetime.timedelta:
        _Zone.left -= 1
        return datetime.timedelta(0)


class ByTimeZone:
    def __init__(self) -> None:
        _Zone.left = 1
        self._day = datetime.datetime(2020, 1, 1, tzinfo=_Zone())

    def change(self) -> str:
        return self._day.isoformat()

    def get(self) -> int:
        return 1 // _Zone.left
