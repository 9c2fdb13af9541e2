"""Shallow faults that one way of searching finds at once and another never."""

from __future__ import annotations


def four_octets(text: str) -> int:
    """Behind a loop: each of four parts has to be well formed before the sum is looked at."""
    octets = text.split(".")
    if len(octets) != 4:
        return -1
    number = 0
    for octet in octets:
        if not (octet.isascii() and octet.isdigit()) or len(octet) > 3:
            return -1
        number = number * 256 + int(octet)
    assert number < 2**32
    return number


def two_octets(text: str) -> int:
    """Behind a loop over the two sides of one separator."""
    first, _, second = text.partition(".")
    for octet in (first, second):
        if not (octet.isascii() and octet.isdigit()) or len(octet) > 3:
            return -1
        assert int(octet) < 256
    return 0


def other_type(entries: dict[str, int | list[int]]) -> int:
    """With the second type of a value, while the dictionary could grow instead."""
    return entries.get("n", 0) + 1  # type: ignore[operator]


def other_line_ends(text: str) -> None:
    """On a line whose operations decide much more often than its branch does."""
    assert len(text.splitlines()) <= text.count("\n") + 1
