"""Operations of `int` and `bool`."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_BINARY = ["+", "-", "*", "//", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "/"]
_UNARY = [
    "-a",
    "+a",
    "~a",
    "abs(a)",
    "not a",
    "bool(a)",
    "int(a)",
    "round(a)",
    "str(a)",
    "repr(a)",
    "hash(a)",
    "float(a)",
]
_METHODS = [
    "a.bit_length()", "a.bit_count()", "a.conjugate()", "a.as_integer_ratio()", "a.real", "a.imag", "a.numerator",
    "a.denominator", "a.__trunc__()", "a.__floor__()", "a.__ceil__()", "a.__index__()", "a.__round__()", "round(a, -1)",
    "round(a, 2)", "a.to_bytes(20, 'big', signed=True)", "int.from_bytes(a.to_bytes(20, 'big', signed=True), 'big')",
    "format(a, 'd')", "f'{a:>5}'", "'%d' % a", "math.floor(a)", "type(a) is int", "type(a) is bool", "isinstance(a, bool)",
    "isinstance(a, int)", "a.__class__", "a is True", "a is None", "a if a else 0", "[10, 20, 30][a]", "(1, 2)[a]", "'abc'[a]",
    "a in (1, 2, 3)", "a in {1: 2}", "a in {4, 5}", "a in range(2, 9, 3)", "{1: 'x', 2: 'y'}[a]", "[1, 2, 3, 4][a:]",
    "[1, 2, 3, 4][:a]", "[1, 2, 3, 4][::a]", "list(range(a))[:5]", "len(range(a))", "[0] * min(a, 4)", "'ab' * min(a, 3)",
    "divmod(a, 7)", "pow(a, 2)", "pow(2, a, 5)", "pow(a, 3, 7)", "min(a, 3)", "max(a, 3)", "min([a, 1, 2])", "sum([a, 1])",
    "sorted([a, 2, 0])", "any([a, 0])", "all([a, 1])", "a.__add__(1)", "int.__add__(a, 1)", "a.__rsub__(5)", "1 < a < 5",
    "1 if a.bit_count() == 3 else 2", "pow(a, -1, 7)", "pow(a, -2, -9)", "pow(5, -1, a)", "pow(a, -1, 1)", "pow(3, a, 7)",
    "a and 1", "a or 1", "chr(a)", "hex(a)", "bin(a)", "list(enumerate('ab', a))", "list(reversed(range(a)))[:4]",
]  # fmt: skip

OPERATIONS = [
    *(Operation(f"a {operator} b", ("int", "int")) for operator in _BINARY),
    *(Operation(f"a {operator} b", ("bool", "bool")) for operator in _BINARY),
    *(Operation(f"a {operator} b", ("int", "bool")) for operator in _BINARY),
    Operation("a << min(b, 70)", ("int", "int")),
    Operation("a >> b", ("int", "int")),
    Operation("a ** min(b, 5)", ("int", "int")),
    Operation("divmod(a, b)", ("int", "int")),
    Operation("a + 1.5", ("int",)),
    Operation("a == 1.0", ("int",)),
    Operation("a < 2.5", ("int",)),
    Operation("a + 'x'", ("int",)),
    Operation("a < None", ("int",)),
    Operation("range(a, b)[0]", ("int", "int")),
    Operation("list(range(a, b, 2))[:3]", ("int", "int")),
    *(Operation(expression, (kind,)) for kind in ("int", "bool") for expression in [*_UNARY, *_METHODS]),
]
