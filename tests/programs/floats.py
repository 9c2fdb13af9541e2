"""Functions of floats whose paths are known exactly."""

from __future__ import annotations

import math


def sum_of_tenths(x: float) -> bool:
    if 0.1 + x == 0.3:
        return True
    return False


def pole(x: float) -> float:
    return x / (x - 1.5)


def is_not_itself(x: float) -> bool:
    if x != x:
        return True
    return False


def square_is_two(x: float) -> bool:
    if x * x == 2.0:
        return True
    return False


def beyond_infinity(x: float) -> bool:
    if x > 1e308 * 10:
        return True
    return False


def whole_part(x: float) -> bool:
    if int(x) == 7:
        return True
    return False


def rounded(x: float) -> bool:
    if round(x) == 2 and x > 2.0:
        return True
    return False


def floored(x: float) -> bool:
    if x // 2.5 == 3.0:
        return True
    return False


def remainder(x: float) -> bool:
    if x % 7.5 == 1.25 and x < 0:
        return True
    return False


def negative_zero(x: float) -> bool:
    if x == 0 and math.copysign(1.0, x) < 0:
        return True
    return False


def root(x: float) -> float:
    return math.sqrt(x - 2.0)


def inverse_power(x: float) -> float:
    return x**-2.0


def square(x: float) -> bool:
    if x**2 == 1522756.0:
        return True
    return False


def average(a: int, b: int) -> bool:
    if (a + b) / 2 == 10.5:
        return True
    return False


def impossible_average(a: int, b: int) -> bool:
    if -1000 < a < 1000 and -1000 < b < 1000:
        if (a + b) / 2 == 10.25:
            return True
    return False


def tenths_of_an_int(n: int) -> bool:
    if n * 0.1 == 0.7000000000000001:
        return True
    return False


def not_rounded(n: int, x: float) -> bool:
    if -(10**18) < n < 10**18:
        if n > x and float(n) == x:
            return True
    return False


def sorted_three(x: float, y: float, z: float) -> bool:
    ordered = sorted([x, y, z])
    if ordered[0] > ordered[2]:
        return False
    return True


def total(x: float) -> bool:
    if sum([0.1, 0.2, x]) == 1.0:
        return True
    return False


def members(x: float) -> int:
    if x in (0.5, 2, 3.25):
        return {0.5: 1, 2: 2}[x]
    return 0


def default(x: float, scale=2.5) -> float:
    if x * scale > 10:
        return 10.0
    return x * scale


def of_a_list(xs: list[float]) -> float:
    return 1 / (xs[0] - xs[1])


def to_places(x: float) -> bool:
    if round(x, 1) - 0.3 == 0:
        return True
    return False


def to_tens(x: float) -> bool:
    if round(x * 1.19, -1) > 130.0 and x < 114.0:
        return True
    return False


def written_to_places(x: float) -> bool:
    if f"{x:.2f} EUR" == "3.14 EUR" and x < 3.14:
        return True
    return False


def written_by_percent(x: float) -> bool:
    if "%6.1f" % x == "   2.5" and x > 2.5:
        return True
    return False


def written_as_it_is(x: float) -> bool:
    if str(x) in ("-0.0", "1e+16", "00"):
        return True
    return False


def written_int(n: int) -> bool:
    if f"no. {n}" == "no. 17" or str(n) == "018":
        return True
    return False


def logarithm(x: float) -> bool:
    if math.log10(x) == 2.0:
        return True
    return False


def side(n: int) -> bool:
    if math.isqrt(n) == 7 and n != 49:
        return True
    return False
