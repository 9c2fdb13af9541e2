"""Small functions of lists and texts whose paths are known."""

from __future__ import annotations


def first_is_negative(numbers: list[int]) -> str:
    """The example of the original PEF (paper, figure 8): the length makes a branch of its own."""
    if numbers[0] < 0:
        return "negative"
    return "other"


def added_to(numbers: list[int], place: int) -> int:
    numbers += [1, 2, 3]
    return numbers[place]


def sliced(numbers: list[int], start: int, stop: int, step: int) -> list[int]:
    return numbers[start:stop:step]


def compared(one: str, two: str) -> str:
    """Comparison of texts, as in the thesis's `test_strings1`: every order, equality, and one a prefix of the other."""
    if one == two:
        return "empty" if one == "" else "equal"
    if one < two:
        return "prefix" if two.startswith(one) else "before"
    return "longer" if one.startswith(two) else "after"


def total_of(nested: list) -> int:
    """The sum of a list of lists of any depth."""
    total = 0
    for one in nested:
        total += total_of(one) if isinstance(one, list) else one
    return total


def total_of_a_deep_list(number: int, depth: int) -> int:
    nested: list = [number]
    for _ in range(200):
        nested = [nested]
    assert total_of(nested) != 4711 or depth != 3
    return total_of(nested)


class Negated(dict):
    """A dictionary with an answer for every key."""

    def __missing__(self, key: int) -> int:
        return -key


def looked_up_in_a_subclass(key: int) -> int:
    return Negated({1: 2})[key]


def looked_up_in_a_frozen_set(numbers: frozenset[int]) -> bool:
    if 4711 in numbers:
        return True
    return False
