"""Functions whose runs leave the paths that their inputs were made for, because of values that are not followed."""

from __future__ import annotations

import zlib


def knows_the_hash(x: int, y: int) -> None:
    if x == hash(y):
        assert y != 12345


def knows_two_hashes(a: int, b: int, c: int) -> int:
    if a == hash(b):
        if b > 5 and c == hash(b + 1):
            return 1
        return 2
    return 3


def knows_the_checksum(x: int, y: int) -> int:
    return 1 if zlib.crc32(str(x).encode()) == y else 0


def always_astray(x: int, y: int) -> int:
    total = 0
    for turn in range(3):
        if x + turn == hash((y, turn)):
            total += 1
        if y > total + turn:
            y -= 1
    return total
