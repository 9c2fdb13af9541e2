"""The spread of some values."""


def spread(values: list[int]) -> int:
    return max(values) - min(values)  # fault: value
