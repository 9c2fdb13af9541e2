"""The mean of measurements, in whole units."""


def average(values: list[int]) -> int:
    total = 0
    for value in values:
        total += value
    return total // len(values)  # fault: zero-division
