"""The variables of a function that hold nothing but what the function has made: to change that changes nothing else.

All values that a variable is given count, wherever that happens in the function or in functions inside of it.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterator, Mapping

from pef.analysis.effect_tables import HARMLESS
from pef.analysis.program_classes import Program

# Builtins that give something new, or something that cannot be changed.
_MAKING = HARMLESS - {"iter", "max", "min", "object", "super", "type", "vars"}
# Builtins that give numbers and texts.
_GIVING_PLAIN = frozenset({"bool", "chr", "float", "hash", "id", "int", "isinstance", "len", "ord", "repr", "str"})
_PLAIN_TYPES = (int, float, str, bytes, complex)
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
        self._added: dict[str, list[ast.AugAssign]] = {}
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
        self._remove(self._names, self.is_fresh)
        self._owned = {name for name in self._names if not self._may_be_replaced(name)}
        self._remove(self._owned, self.is_own)
        derived = (class_ for class_ in known.classes if issubclass(class_, _PLAIN_TYPES))
        self._plain = set() if any(not issubclass(class_, enum.Enum) for class_ in derived) else set(self._values)
        self._remove(self._plain, self.is_plain, self._added)

    def _remove(
        self,
        names: set[str],
        is_kept: Callable[[ast.expr], bool],
        more: Mapping[str, list[ast.AugAssign]] | None = None,
    ) -> None:
        """Leave those whose values are all of a kind."""

        def is_stale(name: str) -> bool:
            added = [node.value for node in (more or {}).get(name, ())]
            return any(value is None or not is_kept(value) for value in (*self._values[name], *added))

        while stale := {name for name in names if is_stale(name)}:
            names -= stale

    def _may_be_replaced(self, name: str) -> bool:
        """Whether `name += …` may give what an operator of the program returns."""
        operators = (OPERATORS[type(node.op)] for node in self._added.get(name, ()))
        forms = (f"__{prefix}{operator}__" for operator in operators for prefix in ("", "r", "i"))
        return any(form in self._program.members for form in forms)

    def is_own(self, node: ast.expr) -> bool:
        """Whether an expression gives a builtin container that was made in this call: to change it changes nothing else."""
        if isinstance(node, ast.Name):
            return node.id in self._owned
        if isinstance(node, ast.IfExp):
            return self.is_own(node.body) and self.is_own(node.orelse)
        return self.is_fresh(node)

    def is_plain(self, node: ast.expr) -> bool:
        """Whether an expression gives a number or a text of a builtin type: operators on these run nothing."""
        if isinstance(node, ast.Name):
            return node.id in self._plain
        if isinstance(node, ast.BinOp):
            return self.is_plain(node.left) and self.is_plain(node.right)
        if isinstance(node, ast.UnaryOp):
            return self.is_plain(node.operand)
        if isinstance(node, ast.IfExp):
            return self.is_plain(node.body) and self.is_plain(node.orelse)
        if isinstance(node, ast.BoolOp):
            return all(map(self.is_plain, node.values))
        if isinstance(node, ast.Compare):
            return all(map(self.is_plain, (node.left, *node.comparators)))
        if isinstance(node, ast.Call):
            is_builtin = isinstance(node.func, ast.Name) and node.func.id not in self.bound
            return is_builtin and ast.unparse(node.func) in _GIVING_PLAIN
        return isinstance(node, ast.Constant | ast.JoinedStr)

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
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._added.setdefault(node.target.id, []).append(node)
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
