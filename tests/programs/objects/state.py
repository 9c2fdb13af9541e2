"""Functions whose outcome depends on global variables and class attributes."""

from __future__ import annotations

counter = 0
mode = "plain"


class Pool:
    size = 3

    def __init__(self, used: int) -> None:
        """:assume: used >= 0"""
        self.used = used

    def take(self) -> int:
        """
        :globals: Pool.size: int
        """
        if self.used > Pool.size:
            raise AssertionError("more than there are")
        self.used += 1
        return Pool.size - self.used


def count() -> str:
    """
    :globals: counter: int
    """
    global counter
    counter += 1
    if counter == 42:
        raise OverflowError("full")
    return "many" if counter > 10 else "few"


def count_from_zero() -> int:
    global counter
    counter += 1
    return counter


def speak(name: int) -> str:
    if mode == "loud":
        return "LOUD" if name > 0 else "loud"
    return "quiet"


def bounded() -> int:
    """
    :globals: counter: int
    :assume: counter > 5
    :ensure: returnv > 10
    """
    return counter * 2
