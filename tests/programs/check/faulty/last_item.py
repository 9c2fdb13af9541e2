"""The last element of a list."""


def last(items: list[int]) -> int:
    return items[len(items)]  # fault: index
