"""Searching a sorted list."""


def search(items: list[int], wanted: int) -> int:
    low, high = 0, len(items)
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:  # fault: index
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
