"""The mean of measurements, in whole units."""


def average(values: list[int]) -> int:
    if not values:
        return 0
    total = 0
    for value in values:
        total += value
    return total // len(values)
