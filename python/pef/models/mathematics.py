"""Models of functions of `math`.

Where a function raises is decided, by comparisons that the solver understands; the builtin itself then raises, in the
words of its version. Functions that are arithmetic are written as such; elementary functions are terms of their own,
whose values are those of the C library; the others are computed from the plain value, with a note.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pef import _engine as engine
from pef.models.float_intervals import last_without
from pef.models.registry import function_of_symbolic, natively, refuse

_DEGREES = 180.0 / math.pi
_RADIANS = math.pi / 180.0
_CONVERTIBLE = 1 << 1023
"""Ints below are converted to floats without overflow."""
_EXACT = 1 << 52
_LONGEST_PRODUCT = 16


def _is_number(value: Any) -> bool:
    return type(value) in (int, bool, float)


def _is_int(value: Any) -> bool:
    return type(value) in (int, bool)


def _elementary(function: Callable[[float], float], number: Any) -> Any:
    """A function of a float in its domain, where it does not overflow."""
    result = engine.native(function, engine.plain(number))
    return engine.elementary(function.__name__, number, result)


def _never(number: Any) -> Any:
    return False


def _outside_unit(number: Any) -> Any:
    return abs(number) > 1.0


def _outside_open_unit(number: Any) -> Any:
    return abs(number) >= 1.0


def _below_one(number: Any) -> Any:
    return number < 1.0


def _minus_one_or_less(number: Any) -> Any:
    return number <= -1.0


def _is_pole(number: Any) -> Any:
    """Where the gamma function is not defined."""
    return number <= 0.0 and number.is_integer()


def _is_pole_or_below_all(number: Any) -> Any:
    return number == -math.inf or _is_pole(number)


def _too_large_for(function: Callable[[float], float], mirrored: bool = False) -> Callable[[Any], Any]:
    """Where a function that grows overflows; one that is mirrored does so on both sides."""
    last = last_without(OverflowError, function)

    def is_too_large(number: Any) -> Any:
        number = abs(number) if mirrored else number
        return last < number < math.inf

    return is_too_large


def _define(function: Callable[[float], float], raises: Callable[[Any], Any], is_elementary: bool) -> None:
    """The model of a function of one float that raises for some."""

    @function_of_symbolic(function)
    def model(x: Any, /) -> Any:
        if not _is_number(x):
            return refuse(function, x)
        number = float(x)
        if raises(number):
            return refuse(function, x)
        return _elementary(function, number) if is_elementary else natively(function, number)


_define(math.sin, math.isinf, True)
_define(math.cos, math.isinf, True)
_define(math.tan, math.isinf, True)
_define(math.asin, _outside_unit, True)
_define(math.acos, _outside_unit, True)
_define(math.atan, _never, True)
_define(math.exp, _too_large_for(math.exp), True)
_define(math.expm1, _too_large_for(math.expm1), True)
_define(math.log1p, _minus_one_or_less, True)
_define(math.sinh, _too_large_for(math.sinh, mirrored=True), True)
_define(math.cosh, _too_large_for(math.cosh, mirrored=True), True)
_define(math.tanh, _never, True)
_define(math.acosh, _below_one, False)
_define(math.atanh, _outside_open_unit, False)
_define(math.gamma, _is_pole_or_below_all, False)
_define(math.lgamma, _is_pole, False)


def _logarithm(function: Callable[[Any], float], x: Any) -> Any:
    if not engine.is_symbolic(x):
        return engine.native(function, x)
    if not _is_number(x):
        return refuse(function, x)
    if x <= 0:
        return refuse(function, x)
    if _is_int(x) and x >= _CONVERTIBLE:
        return natively(function, x)
    return _elementary(function, float(x))


@function_of_symbolic(math.log)
def log(x: Any, *base: Any) -> Any:
    if len(base) > 1:
        return refuse(math.log, x, *base)
    numerator = _logarithm(math.log, x)
    return numerator / _logarithm(math.log, base[0]) if base else numerator


@function_of_symbolic(math.log2)
def log2(x: Any, /) -> Any:
    return _logarithm(math.log2, x)


@function_of_symbolic(math.log10)
def log10(x: Any, /) -> Any:
    return _logarithm(math.log10, x)


@function_of_symbolic(math.degrees)
def degrees(x: Any, /) -> Any:
    return float(x) * _DEGREES if _is_number(x) else refuse(math.degrees, x)


@function_of_symbolic(math.radians)
def radians(x: Any, /) -> Any:
    return float(x) * _RADIANS if _is_number(x) else refuse(math.radians, x)


@function_of_symbolic(math.pow)
def pow_(x: Any, y: Any, /) -> Any:
    if not _is_number(x) or not _is_number(y):
        return refuse(math.pow, x, y)
    base, exponent = float(x), float(y)
    if math.isfinite(base) and math.isfinite(exponent):
        if (base == 0.0 and exponent < 0.0) or (base < 0.0 and not exponent.is_integer()):
            return refuse(math.pow, x, y)
        try:
            return base**exponent
        except OverflowError:
            return refuse(math.pow, x, y)
    return base**exponent


@function_of_symbolic(math.fmod)
def fmod(x: Any, y: Any, /) -> Any:
    if not _is_number(x) or not _is_number(y):
        return refuse(math.fmod, x, y)
    number, divisor = float(x), float(y)
    if math.isnan(number) or math.isnan(divisor):
        return math.nan
    if math.isinf(number) or divisor == 0.0:
        return refuse(math.fmod, x, y)
    return math.copysign(abs(number) % abs(divisor), number)


@function_of_symbolic(math.isclose)
def isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    if not all([_is_number(value) for value in (a, b, rel_tol, abs_tol)]):  # noqa: C419 (a list is a term)
        return refuse(math.isclose, a, b, rel_tol=rel_tol, abs_tol=abs_tol)
    one, two, relative, absolute = float(a), float(b), float(rel_tol), float(abs_tol)
    if relative < 0.0 or absolute < 0.0:
        return refuse(math.isclose, a, b, rel_tol=rel_tol, abs_tol=abs_tol)
    difference = abs(two - one)
    near = engine.some([difference <= abs(relative * two), difference <= abs(relative * one), difference <= absolute])
    finite = engine.every([math.isfinite(one), math.isfinite(two)])
    return engine.some([one == two, engine.every([finite, near])])


@function_of_symbolic(math.isqrt)
def isqrt(n: Any, /) -> Any:
    if not _is_int(n):
        return refuse(math.isqrt, n)
    if n < 0:
        return refuse(math.isqrt, n)
    if n >= _EXACT:
        return natively(math.isqrt, n)
    return engine.integer_root(n, engine.native(math.isqrt, engine.plain(n)))


@function_of_symbolic(math.gcd)
def gcd(*integers: Any) -> Any:
    if not all([_is_int(value) for value in integers]):  # noqa: C419
        return refuse(math.gcd, *integers)
    result: Any = 0
    for value in integers:
        result = _common_divisor(result, value + 0)
    return result


def _common_divisor(one: Any, two: Any) -> Any:
    while two:
        one, two = two, one % two
    return abs(one)


@function_of_symbolic(math.lcm)
def lcm(*integers: Any) -> Any:
    if not all([_is_int(value) for value in integers]):  # noqa: C419
        return refuse(math.lcm, *integers)
    result: Any = 1
    for value in integers:
        divisor = _common_divisor(result, value + 0)
        if divisor == 0:
            # Both are zero.
            return 0
        result = abs(result // divisor * value)
    return result


@function_of_symbolic(math.factorial)
def factorial(x: Any, /) -> Any:
    if not _is_int(x):
        return refuse(math.factorial, x)
    if x < 0:
        return refuse(math.factorial, x)
    # Each number has a result of its own: no formula is simpler than that.
    return engine.native(math.factorial, engine.settle(x + 0))


@function_of_symbolic(math.perm)
def perm(n: Any, k: Any = None, /) -> Any:
    if not _is_int(n) or not (k is None or _is_int(k)):
        return refuse(math.perm, n, k)
    if k is None:
        return factorial(n) if n >= 0 else refuse(math.perm, n)
    if n < 0 or k < 0:
        return refuse(math.perm, n, k)
    return 0 if k > n else _falling(math.perm, n + 0, k + 0)


@function_of_symbolic(math.comb)
def comb(n: Any, k: Any, /) -> Any:
    if not _is_int(n) or not _is_int(k):
        return refuse(math.comb, n, k)
    if n < 0 or k < 0:
        return refuse(math.comb, n, k)
    return 0 if k > n else _falling(math.comb, n + 0, k + 0)


def _falling(function: Callable[[int, int], int], n: Any, k: Any) -> Any:
    """`n * (n - 1) * …`, of `k` factors; for combinations divided by as many."""
    count = engine.settle(k)
    if count > _LONGEST_PRODUCT:
        return engine.native(function, engine.settle(n), count)
    result: Any = 1
    for place in range(count):
        result = result * (n - place)
    return result // engine.native(math.factorial, count) if function is math.comb else result


@function_of_symbolic(math.prod)
def prod(iterable: Any, /, *, start: Any = 1) -> Any:
    result = start
    for value in iterable:
        result = result * value
    return result
