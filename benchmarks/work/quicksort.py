"""Quicksort by comprehensions, with its postcondition (figure 5.1 of the thesis, written anew)."""


def quicksort(numbers: list[int]) -> list[int]:
    """
    :ensure: returnv == sorted(returnv)
    """
    if not numbers:
        return []
    first, rest = numbers[0], numbers[1:]
    below = [number for number in rest if number < first]
    others = [number for number in rest if number >= first]
    return quicksort(below) + [first] + quicksort(others)
