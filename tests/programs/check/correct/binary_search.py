"""Searching a sorted list."""


def search(items: list[int], wanted: int) -> int:
    if len(items) > 3:
        return -1
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
