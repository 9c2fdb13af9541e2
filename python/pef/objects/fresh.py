"""The variables of a function that hold nothing but what the function has made: to change that changes nothing else.

All values that a variable is given count, wherever that happens in the function or in functions inside of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pef.objects.effect_tables import HARMLESS
from pef.objects.program import Program

# Builtins that give something new, or something that cannot be changed.
_MAKING = HARMLESS - {"iter", "max", "min", "object", "super", "type", "vars"}
_PLAIN_ANNOTATIONS = frozenset({"int", "float", "bool", "str", "bytes", "complex"})
OPERATORS: dict[type, str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.BitAnd: "and",
}
"""What the special method for an operator is called, between the underscores."""


class FreshNames:
    """The variables of a function that hold nothing but what the function has made."""

    def __init__(self, definition: ast.FunctionDef, known: Program) -> None:
        self._program = known
        self.bound: set[str] = set()
        self.functions: set[str] = set()
        self._values: dict[str, list[ast.expr | None]] = {}
        for argument in _arguments(definition.args):
            self._parameter(argument)
        for statement in definition.body:
            for node in ast.walk(statement):
                self._read(node)
        self.bound |= set(self._values)
        self.functions -= set(self._values)
        first = [argument.arg for argument in (*definition.args.posonlyargs, *definition.args.args)][:1]
        self.first = first[0] if first and len(self._values[first[0]]) == 1 else None
        """The first parameter, where its name means nothing else."""
        # A variable that is given the value of another is fresh if the other is: all are taken to be until one is not.
        self._names = set(self._values)
        while stale := {name for name in self._names if not self._has_fresh_values(name)}:
            self._names -= stale

    def _has_fresh_values(self, name: str) -> bool:
        return all(value is not None and self.is_fresh(value) for value in self._values[name])

    def is_fresh(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._names
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name) or node.func.id not in _MAKING or node.func.id in self.bound:
                return False
            # A sum that begins with something may be that.
            return node.func.id != "sum" or len(node.args) == 1
        if isinstance(node, ast.BinOp):
            # An operator that the program defines may give anything.
            name = OPERATORS[type(node.op)]
            return not any(special in self._program.members for special in (f"__{name}__", f"__r{name}__"))
        if isinstance(node, ast.IfExp):
            return self.is_fresh(node.body) and self.is_fresh(node.orelse)
        kinds = (ast.Constant, ast.JoinedStr, ast.Compare, ast.UnaryOp, ast.List, ast.Dict, ast.Set)
        return isinstance(node, (*kinds, ast.ListComp, ast.DictComp, ast.SetComp, ast.Tuple))

    def _parameter(self, argument: ast.arg) -> None:
        annotation = ast.unparse(argument.annotation).strip("'\"") if argument.annotation is not None else ""
        self._bind(argument.arg, ast.Constant(0) if annotation in _PLAIN_ANNOTATIONS else None)

    def _bind(self, name: str, value: ast.expr | None) -> None:
        self._values.setdefault(name, []).append(value)

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._assign(node.target, node.value)
        elif isinstance(node, ast.For | ast.comprehension):
            self._assign(node.target, None)
        elif isinstance(node, ast.FunctionDef):
            self.functions.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self._bind(node.name, None)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self._bind((alias.asname or alias.name).partition(".")[0], None)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            self._bind(node.name, None)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._bind(node.rest, None)
        elif isinstance(node, ast.arg):
            self._bind(node.arg, None)

    def _assign(self, target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, value)
        elif isinstance(target, ast.Starred):
            self._assign(target.value, None)
        elif isinstance(target, ast.Tuple | ast.List):
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            matched = len(parts) == len(target.elts) and not any(isinstance(one, ast.Starred) for one in parts)
            for index, element in enumerate(target.elts):
                self._assign(element, parts[index] if matched else None)


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (one for one in (arguments.vararg, arguments.kwarg) if one is not None)
