"""Functions of which not all that happened is in the frame: none of their paths may be taken for another."""

from __future__ import annotations

_log: list[int] = []
_mode = 0


def remembers_in_module(a: int, b: int) -> int:
    global _mode
    _mode = 0
    if a > 0:
        _mode = 1
    if b > 0:
        return 1 // (1 - _mode)
    return 0


def remembers_in_list(a: int, b: int) -> int:
    _log.clear()
    if a > 0:
        _log.append(1)
    if b > 0:
        return 1 // (1 - len(_log))
    return 0


def remembers_in_argument(xs: list[int], a: int, b: int) -> int:
    """
    :assume: len(xs) == 0
    """
    if a > 0:
        xs.append(1)
    if b > 0:
        return 1 // (1 - len(xs))
    return 0


def remembers_in_closure(a: int, b: int) -> int:
    seen = 0

    def note() -> None:
        nonlocal seen
        seen += 1

    if a > 0:
        note()
    if b > 0:
        return 1 // (1 - seen)
    return 0


def remembers_in_generator(a: int, b: int) -> int:
    numbers = (n for n in (1, 0))
    if a > 0:
        next(numbers)
    if b > 0:
        return 1 // next(numbers)
    return 0


def remembers_in_iterator(a: int, b: int) -> int:
    numbers = iter([1, 0])
    if a > 0:
        next(numbers)
    if b > 0:
        return 1 // next(numbers)
    return 0


class Box:
    """An object that is changed."""

    def __init__(self) -> None:
        self.full = 0


def remembers_in_object(a: int, b: int) -> int:
    box = Box()
    if a > 0:
        box.full = 1
    if b > 0:
        return 1 // (1 - box.full)
    return 0


_there = Box()


def asks_which(a: int, b: int) -> int:
    box = Box()
    if a > 0:
        box = _there
    if b > 0:
        return 1 // (box is not _there)
    return 0


def compares_objects(a: int, b: int) -> int:
    box = Box()
    if a > 0:
        box = _there
    if b > 0:
        return 1 // (box != _there)
    return 0


def looks_at_all_names(a: int, b: int) -> int:
    unused = 0
    if a > 0:
        unused = 1
    if b > 0:
        return 1 // (1 - locals()["unused"])
    return 0
