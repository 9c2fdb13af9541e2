"""Loops over sets with symbolic elements that do the same in any order."""


def any_above(a: int, b: int) -> bool:
    return any(x > 3 for x in {a, b})


def all_above(a: int, b: int) -> bool:
    return all(x > 3 for x in {a, b})


def shifted(a: int, b: int) -> set[int]:
    return {x + 1 for x in {a, b}}


def total(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        t += x
    return t


def counted(a: int, b: int) -> int:
    t = 0
    for x in {a, b}:
        if x > 3:
            t += 1
    return t


def found(a: int, b: int) -> bool:
    for x in {a, b}:
        if x == 3:
            return True
    return False


def doubled(a: int, b: int) -> int:
    return sum(x * 2 for x in {a, b})


def counted_by_sum(a: int, b: int) -> int:
    return sum(1 for x in {a, b} if x > 3)


def counted_by_len(a: int, b: int) -> int:
    return len([x for x in {a, b} if x > 3])


def those_above_sorted(a: int, b: int) -> list[int]:
    return sorted(x for x in {a, b} if x > 3)


def largest_square(a: int, b: int) -> int:
    return max(x * x for x in {a, b})


def largest(a: int, b: int) -> int:
    m = a
    for x in {a, b}:
        if x > m:
            m = x
    return m


def remainders(a: int, b: int) -> set[int]:
    r = set()
    for x in {a, b}:
        r.add(x % 2)
    return r


def total_of_set(xs: set[int]) -> int:
    """
    :assume: len(xs) <= 2
    """
    t = 0
    for x in xs:
        t += x
    return t


def copied(xs: set[int]) -> bool:
    """
    :assume: len(xs) <= 2
    """
    return set(x for x in xs) == xs


def number(a: int, b: int) -> int:
    n = 0
    for x in {a, b}:
        n += 1
    return n


def least_text(a: str, b: str) -> int:
    """
    :assume: len(a) <= 1, len(b) <= 1
    """
    t = 0
    for x in {a, b}:
        if x == "q":
            t += len(x)
    return t


def flagged(a: int, b: int) -> bool:
    found = False
    for x in {a, b}:
        if x == 3:
            found = True
            break
    return found


def product_of(a: int, b: int) -> int:
    p = 1
    for x in {a, b}:
        p *= 2
    return p


def refused(a: int, b: int) -> int:
    for x in {a, b}:
        if x < 0:
            raise ValueError("negative")
    return 1
