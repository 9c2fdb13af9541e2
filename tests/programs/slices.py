"""Slices with symbolic steps."""


def every(step: int) -> list:
    return [10, 20, 30][::step]


def every_of_text(step: int, start: int) -> str:
    return "abc"[start::step]


def every_of_one(step: int) -> list:
    return [10][::step]


def every_of_none(step: int) -> list:
    return [][::step]


def replaced(step: int) -> list:
    numbers = [1]
    numbers[::step] = [5, 6]
    return numbers


def removed(step: int) -> list:
    numbers = [1, 2, 3, 4]
    del numbers[::step]
    return numbers


def step_of_range(step: int) -> int:
    return range(3)[::step].step


def beyond_every_length(numbers: list[int], index: int) -> int:
    return numbers[index] if index > 2**64 else 0


def beyond_every_text(text: str) -> str:
    return text[2**70]


def all_open(numbers: list[int], start: int, stop: int, step: int) -> list[int]:
    return numbers[start:stop:step]
