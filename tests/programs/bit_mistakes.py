"""Claims about bits that do not hold: each has a counterexample."""


def sum_without_carries(a: int, b: int) -> None:
    assert a + b == (a ^ b) + (a & b)


def every_power_of_two_is_even(n: int) -> None:
    if n & (n - 1) == 0:
        assert n % 2 == 0


def mask_of_a_negative(x: int) -> None:
    assert x & 0xFF == x


def union_is_not_less(x: int, y: int) -> None:
    assert x | y >= max(x, y)


def one_large_bit(x: int, y: int) -> None:
    if x & y == 1 << 40:
        assert x != y + (1 << 70)


def gray_code_repeats(n: int) -> None:
    assert n ^ (n >> 1) != 0b1000000001
