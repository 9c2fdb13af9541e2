"""Functions of ints and bools whose paths are known exactly."""

from __future__ import annotations

from collections.abc import Iterator


def sum_and_difference(a: int, b: int) -> int:
    if a + b == 42:
        print("the sum")
    if a - b == 42:
        raise ValueError("the difference")
    return a + b


def maximum(a: int, b: int, c: int, d: int) -> int:
    largest = a
    if b > largest:
        largest = b
    if c > largest:
        largest = c
    if d > largest:
        largest = d
    return largest


def ten_branches(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> int:
    count = 0
    if a > 0:
        count += 1
    if b > 1:
        count += 1
    if c > 2:
        count += 1
    if d > 3:
        count += 1
    if e > 4:
        count += 1
    if f > 5:
        count += 1
    if g > 6:
        count += 1
    if h > 7:
        count += 1
    if i > 8:
        count += 1
    if j > 9:
        count += 1
    return count


def cubes(x: int, y: int, z: int) -> bool:
    if x > 0 and y > 0 and z > 0:
        return bool(x * x * x + y * y * y == z * z * z)
    return False


def fermat(x: int, y: int, z: int) -> str:
    if x > 0 and y > 0 and z > 0:
        if x * x * x + y * y * y == z * z * z:
            return "found"
        return "not"
    return "negative"


def square(x: int) -> bool:
    if x * x == 1_522_756:
        return True
    return False


def cube(x: int) -> bool:
    if x**3 == -1331:
        return True
    return False


def bits(x: int) -> bool:
    if (x ^ 0x5A5A) & 0xFFFF == 0x1234:
        return True
    return False


def between(x: int) -> bool:
    if 2**70 < x < 2**70 + 2:
        return True
    return False


def factorial(n: int) -> int:
    if n < 0:
        raise ValueError(n)
    product = 1
    for factor in range(2, n + 1):
        product *= factor
    return product


def greatest_common_divisor(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def square_root(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    root = 0
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root


def bit_count(n: int) -> int:
    if n < 0:
        n = -n
    count = 0
    while n:
        count += n & 1
        n >>= 1
    return count


def collatz(n: int) -> int:
    steps = 0
    while n != 1 and steps < 6:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def fault_at_forty(n: int) -> int:
    i = 0
    while i < n:
        i += 1
    if i == 40:
        return 1 // (i - 40)
    return i


def countdown(n: int) -> Iterator[int]:
    while n > 0:
        if n == 3:
            raise KeyError(n)
        yield n
        n -= 1


def endless(n: int) -> Iterator[int]:
    while True:
        yield n
        n += 1


async def awaited(n: int) -> str:
    if n > 5:
        return "large"
    return "small"


def lists_and_keys(i: int, k: int) -> object:
    if i == k:
        return [10, 20, 30][i]
    names = {1: "one", 5: "five"}
    return names[k] if k in names else None


def every_construct(a: int, b: bool) -> object:
    found = [x for x in range(a) if x % 2 == 0] if 0 <= a < 4 else []
    total = sum(found, start=0) + abs(a) + min(a, 3) + max(a, -3)
    match a:
        case 1 | 2:
            total += 1
        case n if n > 100 and b:
            total -= 1
        case _:
            pass
    if not b and a in (7, 8, 9):
        total = divmod(total, 7)[1] + pow(2, 3, 5) + round(total)
    return total, b is True, a is None, isinstance(a, int), type(b) is bool, sorted([a, 2, 1])[0]


def keeps_state(n: int, seen=[]) -> int:  # noqa: B006
    if n > 0:
        seen.append(n)
    return len(seen)


def refuses(n: int) -> int:
    assert n != 17
    if n == 18:
        raise NotImplementedError
    return n
