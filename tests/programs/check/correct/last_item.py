"""The last element of a list."""


def last(items: list[int]) -> int:
    return items[len(items) - 1] if items else 0
