"""Functions that look at lists of any length by index, at their ends, and for members."""

from __future__ import annotations


def inside(l: list[int], j: int) -> object:
    if 0 <= j < len(l):
        return "zero" if l[j] == 0 else "other"
    return "outside"


def anywhere(l: list[int], j: int) -> object:
    return l[j] > 0


def last(l: list[int]) -> object:
    return l[-1] == 1


def two_places(l: list[int], i: int, j: int) -> object:
    if l[i] < l[j]:
        return "ascending"
    return "same" if i == j else "not ascending"


def a_place_and_the_first(l: list[int], j: int) -> object:
    if l[0] == 1 and l[j] == 0:
        assert j != 0
        return "found"
    return "not found"


def through_another(l: list[int], j: int) -> object:
    return l[l[j]] == 2


def flags(l: list[bool], j: int) -> object:
    return "set" if l[j] else "not set"


def of_tuple(l: tuple[int, ...], j: int) -> object:
    return l[j] == -1


def appended(l: list[int], j: int) -> object:
    l.append(j)
    return l[j] == l[-1]


def appended_twice(l: list[int], j: int) -> object:
    l.append(2)
    l.append(j)
    if l[j] == 2:
        return "two"
    return len(l) > 3


def appended_something_else(l: list[int], j: int) -> object:
    l.append("text")  # type: ignore[arg-type]
    return l[j] == "text"


def popped(l: list[int], j: int) -> object:
    l.append(j)
    l += [1, 2]
    l.pop()
    return l.pop() + l.pop() == l[j] + 1


def popped_below(l: list[int], j: int) -> object:
    l.append(j)
    l.pop()
    return l.pop() == j


def summed(l: list[int], j: int) -> object:
    longer = l + [j, 0]
    l.append(5)
    return longer[j] == 0, longer[-1] == l[-1]


def iterated(l: list[int], j: int) -> object:
    l.append(j)
    for position, element in enumerate(l):
        if element == 1:
            return position
    return "none"


def appended_while_iterating(l: list[int], j: int) -> object:
    for element in l:
        if len(l) < 3:
            l.append(element + j)
    return len(l), l[0] == l[-1]


def member(l: list[int], j: int) -> object:
    return "in" if j in l else "not in"


def member_and_place(l: list[int], j: int) -> object:
    if j not in l:
        for index in range(-2, 2):
            assert not (-len(l) <= index < len(l)) or l[index] != j
        return "not in"
    return l[j] == j


def member_of_appended(l: list[int], j: int) -> object:
    l.append(1)
    return j in l, 1 in l


def written(l: list[int], j: int) -> object:
    if l[j] == 0:
        l[j] = 1
    return l[j] == l[0]


def deleted(l: list[int], j: int) -> object:
    l.append(1)
    del l[j]
    return l[j] == 1


def aliased(l: list[int], m: list[int]) -> object:
    l.append(1)
    return len(m) > 0 and m[-1] == 1


def never_at_another_place(l: list[int], i: int, j: int) -> object:
    if 0 <= i < len(l) and 0 <= j < len(l) and l[i] != l[j]:
        assert i != j
    return None


def never_missing(l: list[int], j: int) -> object:
    if 0 <= j < len(l):
        assert l[j] in l
    return None


def binary_search(l: list[int], x: int) -> int:
    low, high = 0, len(l)
    while low < high:
        middle = (low + high) // 2
        if l[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low
