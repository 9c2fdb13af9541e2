"""Two numbers of a list with a given sum: their places."""

from __future__ import annotations


def _check(numbers: list[int], total: int, found: tuple[int, int] | None) -> None:
    if found is not None:
        one, two = found
        assert one != two
        assert numbers[one] + numbers[two] == total


def places_faulty(numbers: list[int], total: int) -> tuple[int, int] | None:
    seen: dict[int, int] = {}
    found = None
    for place, number in enumerate(numbers):
        # Too early: a number may be half of the total.
        seen[number] = place
        if total - number in seen:
            found = (seen[total - number], place)
            break
    _check(numbers, total, found)
    return found


def places_repaired(numbers: list[int], total: int) -> tuple[int, int] | None:
    seen: dict[int, int] = {}
    found = None
    for place, number in enumerate(numbers):
        if total - number in seen:
            found = (seen[total - number], place)
            break
        seen[number] = place
    _check(numbers, total, found)
    return found
