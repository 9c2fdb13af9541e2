"""Functions with many short paths, so that several are replayed in a row."""

from __future__ import annotations

offset = 0


def six(a: bool, b: bool, c: bool, d: bool, e: bool, f: bool) -> int:
    """Sixty-four paths.

    :ensure: returnv % 4 != 2
    """
    number = 0
    for bit in (a, b, c, d, e, f):
        number = 2 * number + (1 if bit else 0)
        if number:
            pass
    return number


def shifted(a: bool, b: bool, c: bool, d: bool) -> int:
    number = offset
    if a:
        number += 1
    if b:
        number += 2
    if c:
        number += 4
    if d:
        number += 8
    return number


def interrupted(x: int) -> int:
    for known in range(8):
        if x == known:
            return known
    if x == 8:
        raise KeyboardInterrupt
    return -1


# The one thing that tells the two worlds apart, and which no program looks at.
def is_plain() -> bool:
    return "__pef_branch__" not in shifted.__code__.co_names


def fails_when_plain(x: int) -> int:
    for known in range(8):
        if x == known:
            return 1 // (known != 5 or not is_plain())
    return -1


written: list[int] = []


def leaves_output(a: bool, b: bool, c: bool) -> int:
    if a:
        print("a")
    if b:
        print("b")
    if c:
        written.append(1)
    return len(written)


class Buffer:
    def __init__(self, size: int) -> None:
        self.data = bytes(size)


def takes_much(a: bool, b: bool, c: bool, d: bool, e: bool) -> Buffer:
    """Each call can have the memory it needs, as long as nobody keeps what others gave."""
    n = 0
    if a:
        n += 1
    if b:
        n += 2
    if c:
        n += 4
    if d:
        n += 8
    if e:
        n += 16
    if n % 3 == 1:
        return Buffer(2_200_000_000)
    return Buffer(900_000_000)
