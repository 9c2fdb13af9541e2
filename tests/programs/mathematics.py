"""Functions of `math` that raise for some numbers."""

from __future__ import annotations

import math


def log(x: float) -> float:
    return math.log(x)


def log_of_one_plus(x: float) -> float:
    return math.log1p(x)


def arc_cosine(x: float) -> float:
    return math.acos(x)


def area_tangent(x: float) -> float:
    return math.atanh(x)


def sine(x: float) -> float:
    return math.sin(x)


def remainder(x: float) -> float:
    return math.fmod(x, 2.0)


def root(x: float) -> float:
    return math.pow(x, 0.5)


def exponential(x: float) -> float:
    return math.exp(x)


def catenary(x: float) -> float:
    return math.cosh(x)


def to_hundreds_of_digits(x: float) -> float:
    return round(x, -308)


def side(n: int) -> int:
    return math.isqrt(n)


def factorial(n: int) -> int:
    return math.factorial(n)


def pairs(n: int) -> int:
    return math.comb(n, 2)
