"""Functions that need no branch: what they compute is one formula. And some that only look like it."""


def smallest(a: int, b: int, c: int) -> int:
    return min(a, b, c)


def largest(a: int, b: int) -> int:
    return max([a, b])


def distance(a: int) -> int:
    return abs(a)


def total(a: int, b: int) -> int:
    return sum([a, b, 1])


def positives(a: int, b: int, c: int) -> int:
    return sum(x > 0 for x in (a, b, c))


def listed(a: int, b: int) -> bool:
    return a in (1, b, 7)


def some_positive(a: int, b: int, c: int) -> bool:
    return any(x > 0 for x in (a, b, c))


def all_positive(a: int, b: int, c: int) -> bool:
    return all([x > 0 for x in (a, b, c)])


def ascending(a: int, b: int, c: int) -> bool:
    numbers = [a, b, c]
    return all(x <= y for x, y in zip(numbers, numbers[1:], strict=False))


def ascending_by_index(a: int, b: int, c: int) -> bool:
    numbers = [a, b, c]
    return all(numbers[i] <= numbers[i + 1] for i in range(len(numbers) - 1))


def same_lists(a: int, b: int) -> bool:
    return [a, [b]] == [1, [2]]


def different_tuples(a: int, b: int) -> bool:
    return (a, b) != (b, a)


def earlier(a: int, b: int) -> bool:
    return (a, b) < (1, 2)


def same_words(word: str) -> bool:
    return [word] == ["yes"]


def clipped(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """A choice in a loop: the first time it is a branch, from then on a term."""
    total = 0
    for number in (a, b, c, d, e, f):
        total += number if number > 0 else 0
    return total


class Counted:
    """Comparing it has an effect."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked = 0

    def __gt__(self, other: int) -> bool:
        self.asked += 1
        return self.number > other


def asked_of_objects(a: int, b: int) -> int:
    numbers = [Counted(a), Counted(b)]
    any(number > 3 for number in numbers)
    return sum(number.asked for number in numbers)


def left_in_iterator(a: int, b: int, c: int) -> int:
    rest = iter([a, b, c])
    any(x > 3 for x in rest)
    return len(list(rest))


def left_in_generator(a: int, b: int, c: int) -> int:
    some = (x > 3 for x in [a, b, c])
    any(some)
    return len(list(some))


def never_divided(a: int, b: int) -> bool:
    return any(10 // x > 3 for x in (1, a, b))


def divided(a: int, b: int) -> bool:
    return all(10 // x > 3 for x in (1, a, b))


