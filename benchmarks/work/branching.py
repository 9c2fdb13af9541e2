"""Comparisons, remainders and a long loop."""


def largest(numbers: list[int]) -> int:
    """The maximum by comparison of neighbours.

    :ensure: all(number <= returnv for number in numbers)
    """
    best = numbers[0]
    for number in numbers[1:]:
        if number > best:
            best = number
    return best


def greatest_divisor(a: int, b: int) -> int:
    """
    :assume: 0 < a, a <= 12, 0 < b, b <= 12
    :ensure: a % returnv == 0 and b % returnv == 0
    """
    while b:
        a, b = b, a % b
    return a


def late_fault(limit: int) -> int:
    """A loop with a fault when it has run a thousand times."""
    count = 0
    while count < limit:
        count += 1
        assert count < 1000
    return count
