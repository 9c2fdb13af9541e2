"""Operations of `float`, and of ints and bools with floats."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_BINARY = ["+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">="]
_UNARY = [
    "-a", "+a", "abs(a)", "not a", "bool(a)", "int(a)", "float(a)", "round(a)", "str(a)", "repr(a)", "hash(a) == hash(a)",
    "complex(a)", "a.is_integer()", "a.as_integer_ratio()", "a.hex()", "a.conjugate()", "a.real", "a.imag",
    "a.__trunc__()", "a.__floor__()", "a.__ceil__()", "a.__round__()", "a.__round__(1)", "round(a, 1)", "round(a, -2)",
    "a.__getnewargs__()", "a.__class__", "a.fromhex('0x1p3')", "format(a, '.2f')", "f'{a:>8}'", "len(f'{a:.1f}')",
    "1 if f'{a:.1f}' == '0.5' else 2", "f'{a:d}'", "'%f' % a", "math.floor(a)",
    "math.ceil(a)", "math.trunc(a)", "math.fabs(a)", "math.sqrt(a)", "math.isnan(a)", "math.isinf(a)", "math.isfinite(a)",
    "math.exp(a)", "type(a) is float", "isinstance(a, float)", "isinstance(a, int)", "a is None", "a if a else 0.0",
    "[10, 20][a]", "a in (1.0, 2, 0.5)", "a in {1: 2}", "a in {4.0, 5}", "{1: 'x', 2.5: 'y'}[a]", "list(range(a))",
    "divmod(a, 0.5)", "divmod(7, a)", "pow(a, 2)", "a ** 0.5", "a ** -1", "2 ** a", "a ** 3.0", "pow(a, 2, 3)", "min(a, 3)",
    "max(a, 3.5)", "min([a, 1, 2.0])", "sum([a, 1])", "sum([0.1, a, 0.2])", "sum([1, True, a, 2], 0.5)", "sum([a], a)",
    "sum([a, 'x'])", "sum((x for x in [1e16, a, -1e16]), start=1)", "sorted([a, 2.0, 0])", "any([a, 0])", "a.__add__(1)",
    "float.__add__(a, 1)", "a.__rsub__(5)", "1 < a < 5.5", "a and 1", "a or 1", "a + 1j", "1j - a", "1j == a", "a + 'x'",
    "'x' * a", "a < None", "a == 'x'", "a == 2**53 + 1", "a < 2**53 + 1", "10**400 > a", "-(10**400) >= a", "a + 10**400",
    "a * True", "False - a", "a & 1", "~a", "a << 1",
]  # fmt: skip
_INTEGERS = [
    "a + 1.5", "1.5 - a", "a * 0.1", "a / 4", "7 / a", "a / 2.5", "a // 2.0", "a % 0.75", "-7.5 % a", "divmod(a, 2.5)",
    "a == 1.0", "a != 2.5", "2.5 < a", "a >= 2.5", "1e300 > a", "float('nan') == a", "float('inf') > a", "float(a)",
    "float(a) == a", "a ** -2", "a ** 0.5", "2.0 ** min(a, 5)", "(-8) ** (1 / 3) == a", "sum([a, 0.5])",
    "sum([0.1, a, 0.2, a])", "round(2.675, a)", "round(1234, a)", "math.sqrt(a)", "math.isnan(a)", "math.fabs(a)",
    "math.copysign(a, -0.0)", "a * float('nan')", "a + 1j", "1j == a", "min(a, 2.5)", "sorted([a, 0.5, 2])",
]  # fmt: skip

OPERATIONS = [
    *(Operation(f"a {operator} b", ("float", "float")) for operator in _BINARY),
    *(Operation(f"a {operator} b", ("int", "float")) for operator in _BINARY),
    *(Operation(f"a {operator} b", ("float", "int")) for operator in _BINARY),
    *(Operation(f"a {operator} b", ("bool", "float")) for operator in ["+", "/", "<", "=="]),
    Operation("divmod(a, b)", ("float", "float")),
    Operation("a ** b", ("float", "float")),
    Operation("math.copysign(a, b)", ("float", "float")),
    Operation("sum([a, b])", ("float", "float")),
    Operation("sum([a, b, 0.1])", ("float", "int")),
    Operation("max(a, b)", ("float", "float")),
    Operation("a / b == 0.5", ("int", "int")),
    *(Operation(expression, ("float",)) for expression in _UNARY),
    *(Operation(expression, (kind,)) for kind in ("int", "bool") for expression in _INTEGERS),
]
