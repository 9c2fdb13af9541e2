"""Sorting, searching and a bounded queue with specifications; each has a twin with one fault."""

from __future__ import annotations


def merge(left: list[int], right: list[int]) -> list[int]:
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def merge_sort(numbers: list[int]) -> list[int]:
    """:ensure: returnv == sorted(numbers)"""
    if len(numbers) < 2:
        return list(numbers)
    middle = len(numbers) // 2
    return merge(merge_sort(numbers[:middle]), merge_sort(numbers[middle:]))


def faulty_merge(left: list[int], right: list[int]) -> list[int]:
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:]


def faulty_merge_sort(numbers: list[int]) -> list[int]:
    """:ensure: returnv == sorted(numbers)"""
    if len(numbers) < 2:
        return list(numbers)
    middle = len(numbers) // 2
    return faulty_merge(faulty_merge_sort(numbers[:middle]), faulty_merge_sort(numbers[middle:]))


def faulty_quicksort(numbers: list[int]) -> list[int]:
    """:ensure: returnv == sorted(numbers)"""
    if not numbers:
        return []
    pivot = numbers[0]
    lesser = [number for number in numbers[1:] if number < pivot]
    greater = [number for number in numbers[1:] if number > pivot]
    return faulty_quicksort(lesser) + [pivot] + faulty_quicksort(greater)


def insertion_sort(numbers: list[int]) -> None:
    """:ensure: after(numbers) == sorted(numbers), returnv is None"""
    for end in range(1, len(numbers)):
        number = numbers[end]
        place = end
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


def faulty_insertion_sort(numbers: list[int]) -> None:
    """:ensure: after(numbers) == sorted(numbers), returnv is None"""
    for end in range(1, len(numbers)):
        number = numbers[end]
        place = end
        while place > 1 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


def binary_search(numbers: list[int], wanted: int) -> int:
    """
    :assume: len(numbers) <= 3
    :assume: all(numbers[i] <= numbers[i + 1] for i in range(len(numbers) - 1))
    :ensure: numbers[returnv] == wanted if returnv >= 0 else wanted not in numbers
    """
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return -1


def faulty_binary_search(numbers: list[int], wanted: int) -> int:
    """
    :assume: len(numbers) <= 3
    :assume: all(numbers[i] <= numbers[i + 1] for i in range(len(numbers) - 1))
    :ensure: numbers[returnv] == wanted if returnv >= 0 else wanted not in numbers
    """
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


class BoundedQueue:
    """A queue that refuses more than it has room for.

    :invariant: 0 <= len(self.items) <= self.capacity
    """

    def __init__(self, capacity: int) -> None:
        """:assume: capacity >= 0"""
        self.capacity = capacity
        self.items: list[int] = []

    def put(self, item: int) -> bool:
        if len(self.items) >= self.capacity:
            return False
        self.items.append(item)
        return True

    def take(self) -> int:
        """:assume: self.items"""
        return self.items.pop(0)


def use_queue(capacity: int, one: int, two: int, three: int) -> list[bool]:
    """
    :assume: capacity >= 0
    :ensure: sum(returnv) == min(capacity, 3)
    """
    queue = BoundedQueue(capacity)
    return [queue.put(one), queue.put(two), queue.put(three)]


class FaultyQueue(BoundedQueue):
    """Forgets that the room may be used up already."""

    def put(self, item: int) -> bool:
        if len(self.items) > self.capacity:
            return False
        self.items.append(item)
        return True


def use_faulty_queue(capacity: int, one: int, two: int) -> None:
    """:assume: capacity >= 0"""
    queue = FaultyQueue(capacity)
    queue.put(one)
    queue.put(two)


def take_from_empty_queue(capacity: int, item: int) -> int:
    """:assume: capacity >= 0"""
    queue = BoundedQueue(capacity)
    queue.put(item)
    return queue.take()
