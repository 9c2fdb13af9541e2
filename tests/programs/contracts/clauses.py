"""One small program for each thing a clause can say."""

from __future__ import annotations


def increase_all(numbers: list[int]) -> None:
    """
    :assume: len(numbers) == 2
    :ensure: all(new == old + 1 for old, new in zip(numbers, after(numbers)))
    """
    for index in range(len(numbers)):
        numbers[index] += 1


def forgets_the_last(numbers: list[int]) -> None:
    """
    :assume: len(numbers) == 2
    :ensure: all(new == old + 1 for old, new in zip(numbers, after(numbers)))
    """
    for index in range(len(numbers) - 1):
        numbers[index] += 1


def largest(numbers: list[int]) -> int:
    """
    :assume: 0 < len(numbers) <= 3
    :ensure: all(returnv >= number for number in numbers) and any(returnv == number for number in numbers)
    """
    best = numbers[0]
    for number in numbers:
        if number > best:
            best = number
    return best


def largest_from_zero(numbers: list[int]) -> int:
    """
    :assume: 0 < len(numbers) <= 3
    :ensure: all(returnv >= number for number in numbers) and any(returnv == number for number in numbers)
    """
    best = 0
    for number in numbers:
        if number > best:
            best = number
    return best


def is_even(number: int) -> bool:
    return number % 2 == 0


def next_even(number: int) -> int:
    """:ensure: is_even(returnv), number < returnv <= number + 2"""
    return number + 2 if is_even(number) else number + 1


def guarded(number: int) -> int:
    """:ensure: number == 0 or 100 // number <= 100"""
    return number


def parse_mode(mode: int, value: int) -> int:
    """
    :raises: ValueError: mode < 0, value > 0
    :raises: any: mode == 7
    """
    if mode < 0:
        raise ValueError(mode)
    if mode == 7:
        raise KeyError(mode)
    return value


def raises_something_else(mode: int) -> int:
    """:raises: ValueError: mode < 0"""
    if mode == 3:
        raise KeyError(mode)
    return mode


class Broken(Exception):
    pass


def raises_own(mode: int) -> int:
    """:raises: Broken: mode == 1"""
    if mode == 1:
        raise Broken
    return mode


def documented(value: int) -> int:
    """Halve a value.

    Raises:
        ZeroDivisionError: when there is nothing to divide by.
    """
    return 10 // value


def undocumented(value: int) -> int:
    return 10 // value


def refuses(value: int) -> int:
    if value < 0:
        raise ValueError(value)
    return value


def asserts(value: int) -> int:
    assert value != 12, "twelve"
    return value


def unfinished(value: int) -> int:
    """
    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError


def leaves(value: int) -> int:
    if value == 3:
        raise SystemExit(1)
    return next(iter([]))


def square_root(square: int) -> int:
    """
    :assume: square >= 0
    :ensure: returnv * returnv <= square
    """
    root = 0
    while (root + 1) * (root + 1) <= square and root < 3:
        root += 1
    return root


def calls_with_any_number(number: int) -> int:
    return square_root(
        number - 5,
    )


def calls_rightly(number: int) -> int:
    if number < 0:
        return 0
    return square_root(number)


def broken_callee(number: int) -> int:
    """:ensure: returnv > number"""
    return number + 1 if number != 9 else 9


def caller_of_broken(number: int) -> int:
    return broken_callee(number)


def swallows(number: int) -> int:
    try:
        return square_root(number)
    except Exception:
        return 0
