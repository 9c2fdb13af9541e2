"""The contract figures of the paper (9 to 12) and the thesis (2.21, 3.10 to 3.13, 3.19, 5.1), written anew."""

from __future__ import annotations


def twice_or_square(x):
    """
    :types: x: int
    :assume: x >= 0
    :ensure: returnv > x
    """
    if x < 0:
        return x * 2
    if x == 0:
        return 0
    return x * x


def divide_positive(i, j):
    """
    :types: i: int, j: int
    :assume: i > 0, j > 0
    """
    return i // j


def sum_of_absolutes(a, b):
    """
    :types: a: int, b: int
    :ensure: returnv >= a + b
    """
    return abs(a) + abs(b)


def multiply(a, b):
    """
    :types: a: int, b: [int, str]
    """
    return a * b


def divide(i, j):
    """
    :types: i: int, j: int
    :raises: ZeroDivisionError: j == 0
    """
    return i // j


def divide_elements(numbers, x):
    """
    :type: numbers: list, x: int
    :assume: len(numbers) == 2
    :raises: ZeroDivisionError: x == 0
    :ensure: len(returnv) == len(numbers)
    """
    result = []
    for number in numbers:
        result.append(number // x)
    return result


def factorial_by_definition(x):
    product = 1
    while x > 0:
        product *= x
        x -= 1
    return product


def faulty_factorial(x):
    """
    :type: x: int
    :ensure: returnv == factorial_by_definition(x)
    """
    if x == 40:
        return 123456789
    product = 1
    while x > 0:
        product *= x
        x -= 1
    return product


def late_fault(x):
    """
    A fault that only a run of forty rounds meets.

    :type: x: int
    :ensure: returnv == factorial_by_definition(x)
    """
    product, factor = 1, 1
    while factor <= x:
        product *= 41 if factor == 40 else factor
        factor += 1
    return product


def quicksort(numbers):
    """
    :types: numbers: list
    :ensures: returnv == sorted(numbers)
    """
    if not numbers:
        return []
    pivot = numbers[0]
    lesser = [number for number in numbers[1:] if number < pivot]
    greater = [number for number in numbers[1:] if number >= pivot]
    return quicksort(lesser) + [pivot] + quicksort(greater)


def digits(numbers):
    """
    :types: numbers: list
    :assume: len(numbers) == 6, all(0 <= number < 10 for number in numbers)
    :ensure: 0 <= returnv < 60
    """
    return sum(numbers)


def impossible(x):
    """
    :types: x: int
    :assume: x > 3
    :assume: x < 2
    """
    return x
