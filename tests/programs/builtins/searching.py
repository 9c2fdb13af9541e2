"""Binary search in a sorted list."""

from __future__ import annotations


def place_faulty(numbers: list[int], wanted: int) -> int | None:
    if numbers != sorted(numbers):
        return None
    low, high = 0, len(numbers)
    while low <= high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return None


def place_repaired(numbers: list[int], wanted: int) -> int | None:
    if numbers != sorted(numbers):
        return None
    low, high = 0, len(numbers) - 1
    while low <= high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    assert wanted not in numbers
    return None
