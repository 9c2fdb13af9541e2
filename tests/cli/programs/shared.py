"""Functions with so many paths that several workers find something to do."""

import os


def choices(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> int:
    total = 0
    # A number of its own for each path, so that no two of them meet.
    for number, weight in ((a, 1), (b, 2), (c, 3), (d, 4), (e, 5), (f, 6), (g, 7), (h, 8), (i, 9), (j, 10)):
        total *= 2
        if number > weight:
            total += 1
    return total


def many(numbers: list[int]) -> int:
    """
    :assume: len(numbers) == 13
    """
    total = 0
    for number in numbers:
        total *= 2
        if number > 0:
            total += 1
    return total


def meeting(numbers: list[int]) -> int:
    """
    :assume: len(numbers) <= 12
    """
    total = 1
    for number in numbers:
        if number > 0:
            total += 1
    return 60 // total


def ordered(numbers: list[int]) -> list[int]:
    """
    :assume: len(numbers) <= 5
    :ensure: len(returnv) == len(numbers)
    """
    result: list[int] = []
    for number in numbers:
        place = 0
        while place < len(result) and result[place] < number:
            place += 1
        result.insert(place, number)
    return result


def parsed(text: str, start: int) -> int:
    """
    :assume: len(text) == 4, 0 <= start < 6
    """
    value = 0
    for character in text:
        if character == "-":
            value = -value
        elif character == "+":
            value += 1
        elif "0" <= character <= "9":
            value = value * 10 + int(character)
        elif character == "x":
            return text.index("x") // start
    return [10, 20, 30, 40, 50, 60][start] // (value - 7)


def impossible(a: int, b: int, c: int) -> int:
    """
    :assume: a * a + b * b == 3 * c * c + 7 * a + 1, a > 0, a < 0
    """
    return a + b + c


def crashing(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> int:
    total = choices(a, b, c, d, e, f, g, h, i, j)
    if total == 1023:
        os.abort()
    return total
