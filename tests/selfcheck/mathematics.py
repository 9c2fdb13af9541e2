"""Operations of `math`, of roundings to digits, and of floats as text."""

from __future__ import annotations

import math

from tests.selfcheck.verification import Operation

_FUNCTIONS = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "expm1", "log",
    "log2", "log10", "log1p", "gamma", "lgamma", "degrees", "radians",
]  # fmt: skip
_OF_FLOATS = [
    "math.log(a, 2)", "math.log(10, a)", "math.log(a, 1)", "math.pow(a, 2)", "math.pow(a, 0.5)", "math.pow(a, -1)",
    "math.pow(2, a)", "math.pow(a, 1e300)", "math.fmod(a, 3)", "math.fmod(7, a)", "math.isclose(a, 0.1)",
    "math.isclose(a, 3, rel_tol=0.1)", "math.isclose(1.0, 2.0, abs_tol=a)", "math.isclose(a, 'x')", "math.prod([a, 2])",
    "math.prod([2, a, 0.5], start=3)", "math.isqrt(a)", "math.factorial(a)", "math.gcd(a, 2)", "math.sin(a) > 0.5",
    "math.log(a) < 1", "math.exp(a) == 1",
    "round(a, 0)", "round(a, 2)", "round(a, 15)", "round(a, 400)", "round(a, -1)", "round(a, -308)", "round(a, -400)",
    "round(a, None)", "round(a, 'x')", "round(a, True)", "round(a, 1) == 0.3", "round(a, 2) - 1.25 > 0",
    "1 / (round(a, 1) - 0.5)", "round(-a * 1.1, 1) <= 0.0", "2 - round(a, 1) / 4 >= 1.5", "round(round(a, 2), 1) == 0.2",
    "math.isnan(round(a, 1))", "int(round(a, 1))",
    "str(a) == '0.5'", "str(a) == '-0.0'", "repr(a) == '0.0'", "str(a) == 'nan'", "str(a) == '-inf'", "str(a) == '1'",
    "str(a) != '1e+16'", "f'{a}' == ''", "f'{a:.2f}' == '3.14'", "f'{a:.0f}' == '2'", "f'{a:.1f}' == '-0.0'",
    "f'{a:.1f}' == '0.0'", "'1.50' == f'{a:.2f}'", "f'{a:.3e}' == '1.500e+00'", "f'{a:g}' == '100'", "f'{a:.3}' == '2.5'",
    "f'{a:.1%}' == '12.5%'", "f'{a:,.2f}' == '1,234.50'", "f'{a:08.2f}' == '00003.14'", "f'{a:>8.2f}' == '    3.14'",
    "f'{a:+.1f}' == '+1.0'", "f'{a:x<6.1f}' == '1.5xxx'", "f'{a:n}' == '1.5'", "'%.1f' % a == '0.5'", "'%g' % a == '1e+20'",
    "'%-8.2f|' % a == '1.25    |'", "'%d' % a", "'%x' % a", "'x = {:.1f} m'.format(a) == 'x = 2.5 m'",
    "f'{a:.1f} and {a:.2f}' == '1.5 and 1.50'", "f'{a:.1f}' in ('1.5', 'nan', '2')", "{'1.5': 3}.get(f'{a:.1f}')",
    "f'{a:.1f}'.split('.')", "f'{a:.1f}'[0]", "str(a).endswith('.0')", "ascii(a) == '1.5'", "str([a]) == '[1.5]'",
]  # fmt: skip
_OF_INTS = [
    "math.log(a)", "math.log2(a)", "math.exp(a)", "math.acos(a)", "math.isqrt(a)", "math.isqrt(a) == 7", "math.factorial(a)",
    "math.gcd(a, 6)", "math.gcd(a)", "math.gcd()", "math.lcm(a, 4)", "math.lcm(a, 0)", "math.comb(a, 2)", "math.comb(5, a)",
    "math.perm(a, 2)", "math.perm(4, a)", "math.perm(a)", "math.prod([a, a])", "math.prod([a], start=2)", "math.degrees(a)",
    "math.pow(a, 2)", "math.isclose(a, 3)", "str(a) == '42'", "str(a) == '042'", "f'n{a}' == 'n-7'", "str(a) == 'True'",
    "f'{a:.2f}' == '3.00'", "f'{a:.2f}'", "'%.1f' % a == '2.0'", "f'{a:.0%}' == '300%'",
]  # fmt: skip

OPERATIONS = [
    *(Operation(f"math.{name}(a)", ("float",)) for name in _FUNCTIONS if hasattr(math, name)),
    *(Operation(expression, ("float",)) for expression in _OF_FLOATS),
    *(Operation(expression, ("int",)) for expression in _OF_INTS),
    *(Operation(expression, ("bool",)) for expression in ("math.log(a)", "math.factorial(a)", "f'{a:.1f}' == '1.0'")),
    Operation("str(a) == 'True'", ("bool",)),
    Operation("f'is {a}' == 'is False'", ("bool",)),
    Operation("math.gcd(a, b)", ("int", "int")),
    Operation("math.lcm(a, b)", ("int", "int")),
    Operation("math.comb(a, b)", ("int", "int")),
    Operation("math.perm(a, b)", ("int", "int")),
    Operation("math.pow(a, b)", ("float", "float")),
    Operation("math.fmod(a, b)", ("float", "float")),
    Operation("math.isclose(a, b)", ("float", "float")),
    Operation("math.prod([a, b])", ("int", "float")),
    Operation("round(a, b)", ("float", "int")),
    Operation("f'{a:.1f},{b:.1f}' == '1.0,2.0'", ("float", "float")),
    Operation("f'{a:.{b}f}' == '1.50'", ("float", "int")),
    Operation("math.prod(a)", ("list[int]",)),
]
