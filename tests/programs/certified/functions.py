"""Functions that are verified, over all types: each gets a certificate that holds."""

from dataclasses import dataclass


def sign(x: int) -> int:
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0


def ordered(a: int, b: int, c: int) -> list[int]:
    """
    :ensure: returnv[0] <= returnv[1], returnv[1] <= returnv[2]
    """
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return [a, b, c]


def quicksort(l: list[int]) -> list[int]:
    """
    :types: l: list[int]
    :assume: len(l) == 3
    :ensure: all(returnv[i] <= returnv[i + 1] for i in range(len(returnv) - 1))
    """
    if not l:
        return []
    first = l[0]
    return (
        quicksort_part([x for x in l[1:] if x < first]) + [first] + quicksort_part([x for x in l[1:] if x >= first])
    )


def quicksort_part(l):
    if not l:
        return []
    first = l[0]
    return quicksort_part([x for x in l[1:] if x < first]) + [first] + quicksort_part([x for x in l[1:] if x >= first])


def halves(x: int) -> int:
    """
    :ensure: returnv * 2 <= x, x < returnv * 2 + 2
    """
    if x // 2 * 2 + x % 2 != x:
        raise AssertionError
    return x // 2


def divided(x: int, y: int) -> int:
    if y == 0:
        return 0
    if (x // y) * y + x % y != x:
        raise AssertionError
    return x // y


def masked(x: int) -> int:
    if x & 7 > 7:
        raise AssertionError
    if (x | 1) % 2 == 0:
        raise AssertionError
    return x & 7


def shifted(n: int) -> int:
    """
    :assume: 0 <= n, n < 5
    """
    if 1 << n > 16:
        raise AssertionError
    return 1 << n


def flags(a: bool, b: bool) -> str:
    if a and b:
        return "both"
    if a or b:
        return "one"
    if a == b:
        return "none"
    raise AssertionError


def floats(x: float) -> float:
    if x > 1.0:
        if x < 0.5:
            raise AssertionError
        return x + 1.0
    if x != x:
        return 0.0
    return -x


def rounded(x: float) -> int:
    if x >= 10.0 and x <= 20.0:
        n = int(x)
        if n < 10:
            raise AssertionError
        return n
    return 0


def letter(s: str) -> str:
    if len(s) != 1:
        return "not one"
    if "a" <= s <= "z":
        return "small"
    if s.isdigit():
        return "digit"
    return "other"


def begins(s: str) -> bool:
    if s.startswith("ab"):
        if not s.startswith("a"):
            raise AssertionError
        return True
    return False


def ends(s: str) -> int:
    if s.endswith("x"):
        if len(s) == 0:
            raise AssertionError
        return 1
    return 0


def octets(b: bytes) -> int:
    if len(b) > 0 and b[0] > 255:
        raise AssertionError
    if b == b"\x00\x01":
        return 2
    return 0


def optional(x: int | None) -> int:
    if x is None:
        return 0
    return x + 1


def mixed(x: int | str | float) -> str:
    if isinstance(x, int):
        return "int" if x else "zero"
    if isinstance(x, str):
        return "text"
    return "float"


def pair(p: tuple[int, int]) -> int:
    a, b = p
    return a if a > b else b


def first_two(l: list[int]) -> int:
    if len(l) < 2:
        return 0
    if l[0] > l[1]:
        return l[0]
    return l[1]


def looked_up(d: dict[str, int]) -> int:
    if "a" in d:
        return d["a"]
    return 0


def member(s: set[int]) -> bool:
    return 3 in s


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def quadrant(p: Point) -> int:
    if p.x > 0 and p.y > 0:
        return 1
    return 0


def refusing(x: int) -> int:
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x


def printing(x: int) -> None:
    if x > 3:
        print("large")
    else:
        print("small")


def tripled(x: int, n: int) -> int:
    """
    :assume: n in (1, 2, 3)
    :ensure: returnv == x * n
    """
    total = 0
    for _ in range(n):
        total += x
    return total


def counted(n: int):
    """
    :assume: 0 <= n < 3
    """
    for i in range(n):
        yield i * 2


def aliased(a: list[int], b: list[int]) -> bool:
    return a is b


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance if balance > 0 else 0

    def can_pay(self, amount: int) -> bool:
        return self.balance >= amount
