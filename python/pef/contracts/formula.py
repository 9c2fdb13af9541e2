"""Contract expressions in formula form: `and`, `or`, `not`, `==`, chains, `all` and `any` build one condition.

The tree of the expression is changed only in truth positions: where nothing but the truth of a value matters. Anywhere
else it stays as written and is rewritten like a program. Rejected: evaluating contracts like the program, where
`0 <= x < 10 and …` has a path for every way to be false.

What Python might not have evaluated (the right side of `and`, elements after the first false one) is evaluated ahead
only if it obviously ends: it calls nothing but builtins that do.
"""

from __future__ import annotations

import ast

RUNTIME = "_pef_contract"
"""The name under which the expression finds `pef.contracts.runtime`."""

_SAFE_FUNCTIONS = frozenset(
    [
        "abs",
        "all",
        "any",
        "bool",
        "chr",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "frozenset",
        "int",
        "isinstance",
        "issubclass",
        "len",
        "list",
        "max",
        "min",
        "ord",
        "repr",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "type",
        "zip",
    ]
)
_SAFE_METHODS = frozenset(
    [
        "count",
        "endswith",
        "get",
        "index",
        "isalnum",
        "isalpha",
        "isdigit",
        "islower",
        "isspace",
        "isupper",
        "items",
        "keys",
        "lower",
        "lstrip",
        "rstrip",
        "split",
        "startswith",
        "strip",
        "upper",
        "values",
    ]
)
_SAFE_NODES = (
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.BinOp,
    ast.IfExp,
    ast.Subscript,
    ast.Slice,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Starred,
    ast.Call,
    ast.keyword,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.comprehension,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
)
# Their results may be too large to compute for values the expression was not meant for.
_EXPLOSIVE = (ast.Pow, ast.LShift, ast.MatMult)


def formula(expression: ast.expr, shadowed: frozenset[str]) -> ast.expr:
    """The expression as a condition; names in `shadowed` are not the builtins of that name."""
    return _Formula(shadowed).truth(expression)


def obviously_ends(node: ast.AST, shadowed: frozenset[str]) -> bool:
    """Whether evaluating the expression does no harm, whatever the values: it may raise, but it ends."""
    for part in ast.walk(node):
        if not isinstance(part, _SAFE_NODES):
            return False
        if isinstance(part, ast.BinOp) and isinstance(part.op, _EXPLOSIVE):
            return False
        if isinstance(part, ast.Call) and not _is_safe_call(part, shadowed):
            return False
    return True


def _is_safe_call(call: ast.Call, shadowed: frozenset[str]) -> bool:
    match call.func:
        case ast.Name("range") if "range" not in shadowed:
            return all(_is_a_length(argument) for argument in call.args)
        case ast.Name(name):
            return name in _SAFE_FUNCTIONS and name not in shadowed
        case ast.Attribute(attr=name):
            return name in _SAFE_METHODS
    return False


def _is_a_length(node: ast.expr) -> bool:
    """Whether an int is bounded by the size of something that exists."""
    match node:
        case ast.Constant(int()) | ast.Call(ast.Name("len")):
            return True
        case ast.UnaryOp(operand=operand):
            return _is_a_length(operand)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.FloorDiv(), right):
            return _is_a_length(left) and _is_a_length(right)
    return False


class _Formula:
    def __init__(self, shadowed: frozenset[str]) -> None:
        self._shadowed = shadowed

    def truth(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.BoolOp(op, values):
                return self._connective(isinstance(op, ast.And), values)
            case ast.UnaryOp(ast.Not(), operand):
                return _call("negation", self.truth(operand))
            case ast.Compare(ops=[_]):
                return self._comparison(node.left, node.ops[0], node.comparators[0])
            case ast.Compare():
                return self._chain(node)
            case ast.IfExp(test, body, otherwise):
                ends = self._ends(body) and self._ends(otherwise)
                return _call(
                    "choose" if ends else "select",
                    self.truth(test),
                    _thunk(self.truth(body)),
                    _thunk(self.truth(otherwise)),
                )
            case ast.Call(ast.Name("bool"), [argument], []) if "bool" not in self._shadowed:
                return self.truth(argument)
            case ast.Call(ast.Name("all" | "any" as name), [ast.GeneratorExp() | ast.ListComp() as elements], []):
                if name not in self._shadowed and self._ends(elements):
                    return self._quantifier(name == "all", elements)
        return _call("condition", node)

    def _ends(self, node: ast.expr) -> bool:
        return obviously_ends(node, self._shadowed)

    def _connective(self, conjunction: bool, values: list[ast.expr]) -> ast.expr:
        first, *rest = values
        if not rest:
            return self.truth(first)
        ends = all(self._ends(value) for value in rest)
        names = ("both", "either") if ends else ("and_then", "or_else")
        name = names[0] if conjunction else names[1]
        return _call(name, self.truth(first), _thunk(self._connective(conjunction, rest)))

    def _comparison(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
        match operator:
            case ast.Eq():
                return _call("equal", left, right)
            case ast.NotEq():
                return _call("unequal", left, right)
        return _call("condition", ast.Compare(left, [operator], [right]))

    def _chain(self, node: ast.Compare) -> ast.expr:
        """`a < b < c`: each operand is evaluated once, bound by a lambda that the rest of the chain stands in."""
        left, operators, operands = node.left, node.ops, node.comparators
        parameters = [f"{RUNTIME}_{index}" for index in range(2)]
        first = self._comparison(_load(parameters[0]), operators[0], _load(parameters[1]))
        rest = ast.Compare(_load(parameters[1]), operators[1:], operands[1:])
        ends = all(self._ends(operand) for operand in operands[1:])
        body = _call("both" if ends else "and_then", first, _thunk(self.truth(rest)))
        arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
        return ast.Call(ast.Lambda(arguments, body), [left, operands[0]], [])

    def _quantifier(self, universal: bool, elements: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        *outer, last = elements.generators
        # Conditions of the last `for` become part of the formula; those before decide which elements there are.
        guarded: ast.expr = elements.elt
        if last.ifs:
            guard = last.ifs[0] if len(last.ifs) == 1 else ast.BoolOp(ast.And(), last.ifs)
            if universal:
                guarded = ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), guard), elements.elt])
            else:
                guarded = ast.BoolOp(ast.And(), [guard, elements.elt])
        unguarded = ast.comprehension(last.target, last.iter, [], last.is_async)
        listed = ast.ListComp(self.truth(guarded), [*outer, unguarded])
        one_by_one = ast.GeneratorExp(elements.elt, elements.generators)
        return _call("every" if universal else "some", _thunk(listed), _thunk(one_by_one))


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(_load(RUNTIME), name, ast.Load()), list(arguments), [])


def _thunk(body: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), body)
