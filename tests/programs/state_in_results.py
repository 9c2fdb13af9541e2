"""Functions that give a part of their module's state, which is put back when they have returned."""

from __future__ import annotations

SEEN: list[int] = []
SHOWN = 0


class Totals:
    def __init__(self) -> None:
        self.count = 0

    def __repr__(self) -> str:
        return f"Totals({self.count})"


TOTALS = Totals()


class Refused(Exception):
    def __init__(self, why: list[int]) -> None:
        self.why = why

    def __str__(self) -> str:
        return f"refused {self.why}"


class Shown:
    def __repr__(self) -> str:
        global SHOWN
        SHOWN += 1
        return "Shown()"


def remember(x: int) -> list[int]:
    SEEN.append(x)
    if x > 3:
        SEEN.append(1)
    return SEEN


def inside(x: int) -> dict[str, list[int]]:
    SEEN.append(x)
    return {"seen": SEEN}


def count(x: int) -> Totals:
    if x > 3:
        TOTALS.count += 1
    return TOTALS


def refuse(x: int) -> int:
    SEEN.append(7)
    if x > 3:
        raise Refused(SEEN)
    return 1


def shows(x: int) -> tuple[int, Shown]:
    """How often one was shown is for nobody to know."""
    if x > 3:
        return SHOWN, Shown()
    return SHOWN, Shown()
