"""Keeping a number within bounds."""


def clamp(value: int, low: int, high: int) -> int:
    if low > high:
        low, high = high, low
    result = value
    if result < low:
        result = low
    if result > high:
        result = high
    assert low <= result <= high
    return result
