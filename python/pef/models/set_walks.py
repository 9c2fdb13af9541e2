"""Loops over sets with symbolic elements for which the order of the elements makes no difference.

That order follows from the values of this run, so a loop over such a set is noted, unless its source proves that whatever
order the elements come in, the same comes of it: a sum, a number of elements, a smallest or largest one, another set,
whether one is found. The elements then come in an order that is the same in all runs.

What is proven: conditions and values are made of the element and of numbers and texts that do not change in the loop, by
operations that cannot raise; what is gathered is gathered by one commutative operation, and read by nothing in the loop; a loop
that is left early is left in one way, and gathers nothing. The kinds of what names hold are looked up when the loop
begins.

This module is not rewritten, but counts as if it were: it only looks at values.
"""

from __future__ import annotations

import ast
import dis
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType
from typing import Any

from pef import _engine
from pef.source.definitions import definition_of

_engine.mark_rewritten(globals())

_INT, _BOOL, _STR = "int", "bool", "str"
_KINDS: dict[type, str] = {
    **dict.fromkeys((str, *_engine.symbolic_classes(str)), _STR),
    int: _INT,
    bool: _BOOL,
    **dict(zip(_engine.symbolic_classes(int), (_INT, _BOOL), strict=True)),
}
_NUMBERS = frozenset({_INT, _BOOL})
_GATHERING: dict[type, str] = {
    **dict.fromkeys((ast.Add, ast.Sub), "add"),
    ast.Mult: "multiply",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_TESTS_OF_TEXT = frozenset({"isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper"})
# The smallest table of a set: its elements are first looked for at the place that their hash gives.
_PLACES = 8
_SEEING_ALL = frozenset({"locals", "vars", "eval", "exec", "dir", "globals"})

Head = ast.For | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Kinds = Callable[[str], "str | None"]


def is_order_irrelevant(elements: list[Any]) -> bool:
    """Whether the loop that is about to go through a set does the same in any order; asked by the model of `iter`."""
    frame = sys._getframe(2)
    if frame.f_lasti not in _starts_of_loops(frame.f_code):
        return False
    heads = _heads(frame.f_code).get(frame.f_lineno)
    kinds = {_KINDS.get(type(one)) for one in elements}
    if not heads or len(kinds) != 1 or None in kinds:
        return False
    plain = sum(not _engine.is_symbolic(one) for one in elements)
    kind = kinds.pop()
    assert kind is not None
    return all(_Loop(head, parent, kind, frame, plain <= 1).is_commutative(others) for head, parent, others in heads)


@functools.lru_cache(maxsize=1024)
def _starts_of_loops(code: CodeType) -> frozenset[int]:
    """Where the code asks for iterators of what loops go through."""
    return frozenset(one.offset for one in dis.get_instructions(code) if one.opname == "GET_ITER")


@functools.lru_cache(maxsize=1024)
def _heads(code: CodeType) -> Mapping[int, list[tuple[Head, ast.AST | None, list[ast.Name]]]]:
    """By line: the loops whose iterables stand there, what they stand in, and the variables read outside of them."""
    definition = None if code.co_name.startswith("<") else definition_of(code)
    if not isinstance(definition, ast.FunctionDef):
        return {}
    names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
    if any(node.id in _SEEING_ALL for node in names):
        return {}
    if sys.version_info < (3, 11) and any(
        iterable.lineno != getattr(node, "lineno", None)
        for node in ast.walk(definition)
        for iterable in _iterables(node)
    ):
        # The line of an instruction is that of the statement there.
        return {}
    parents = {child: node for node in ast.walk(definition) for child in ast.iter_child_nodes(node)}
    found: dict[int, list[tuple[Head, ast.AST | None, list[ast.Name]]]] = {}
    for node in ast.walk(definition):
        for iterable in _iterables(node):
            inside = set(ast.walk(node))
            others = [name for name in names if name not in inside and not _is_rebound(name, parents)]
            line = iterable.lineno + code.co_firstlineno - 1
            found.setdefault(line, []).append((node, parents.get(node), others))  # type: ignore[arg-type]
    return found


def _iterables(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        yield from (generator.iter for generator in node.generators)


def _is_rebound(name: ast.Name, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a loop around the name gives it its value."""
    node: ast.AST | None = name
    while node is not None:
        parent = parents.get(node)
        if isinstance(parent, ast.For) and node is not parent.iter and node not in parent.orelse:
            targets: list[ast.expr] = [parent.target]
        elif isinstance(parent, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            targets = [one.target for one in parent.generators] if not isinstance(node, ast.comprehension) else []
        else:
            targets = []
        if any(isinstance(one, ast.Name) and one.id == name.id for one in targets):
            return True
        node = parent
    return False


class _Loop:
    """One loop, as it begins."""

    def __init__(self, head: Head, parent: ast.AST | None, kind: str, frame: FrameType, makes_sets: bool) -> None:
        self._head = head
        self._parent = parent
        self._kind = kind
        self._frame = frame
        self._makes_sets = makes_sets
        """Whether at most one element is plain: two could stay in a set in which nothing is symbolic any more."""
        self._variable = ""
        self._gathered: dict[str, str] = {}
        """By what operation variables gather."""
        self._exits = 0
        self._read: set[str] = set()

    def is_commutative(self, others: list[ast.Name]) -> bool:
        if isinstance(self._head, ast.For):
            return self._is_commutative_statement(self._head, others)
        return self._is_commutative_expression(self._head)

    # What expressions give.

    def _kind_of_name(self, name: str) -> str | None:
        if name == self._variable:
            return self._kind
        self._read.add(name)
        if name in self._frame.f_locals or self._is_local(name):
            return _KINDS.get(type(self._frame.f_locals.get(name)))
        # A function that is called could change a global one, but none is.
        return _KINDS.get(type(self._frame.f_globals.get(name)))

    def _is_local(self, name: str) -> bool:
        code = self._frame.f_code
        return name in code.co_varnames or name in code.co_cellvars or name in code.co_freevars

    def _is_builtin(self, node: ast.expr, *names: str) -> bool:
        if not isinstance(node, ast.Name) or node.id not in names:
            return False
        return not self._is_local(node.id) and node.id not in self._frame.f_globals

    def _of(self, node: ast.expr) -> str | None:
        """The kind of value that an expression gives without fail; nothing where that is not known."""
        if isinstance(node, ast.Constant):
            return _KINDS.get(type(node.value))
        if isinstance(node, ast.Name):
            return self._kind_of_name(node.id)
        if isinstance(node, ast.BinOp):
            return self._of_operator(node)
        if isinstance(node, ast.UnaryOp):
            operand = self._of(node.operand)
            if isinstance(node.op, ast.Not):
                return operand and _BOOL
            return _INT if operand in _NUMBERS and not isinstance(node.op, ast.Invert) else None
        if isinstance(node, ast.Compare):
            return self._of_comparison(node)
        if isinstance(node, ast.BoolOp | ast.IfExp):
            parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
            kinds = {self._of(part) for part in parts}
            is_tested = isinstance(node, ast.BoolOp) or self._of(node.test) is not None
            return kinds.pop() if len(kinds) == 1 and is_tested else None
        return self._of_call(node) if isinstance(node, ast.Call) else None

    def _of_operator(self, node: ast.BinOp) -> str | None:
        left, right = self._of(node.left), self._of(node.right)
        if left == right == _STR:
            return _STR if isinstance(node.op, ast.Add) else None
        if left not in _NUMBERS or right not in _NUMBERS:
            return None
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor) and left == right:
            return left
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            return _INT if isinstance(node.right, ast.Constant) and node.right.value else None
        return _INT if isinstance(node.op, _ARITHMETIC) else None

    def _of_comparison(self, node: ast.Compare) -> str | None:
        kinds = [self._of(one) for one in (node.left, *node.comparators)]
        if None in kinds or any(isinstance(one, ast.In | ast.NotIn | ast.Is | ast.IsNot) for one in node.ops):
            return None
        is_mixed = len({kind == _STR for kind in kinds}) > 1
        return None if is_mixed and any(isinstance(one, _ORDERED) for one in node.ops) else _BOOL

    def _of_call(self, node: ast.Call) -> str | None:
        kinds = [self._of(one) for one in node.args]
        if None in kinds or node.keywords:
            return None
        if isinstance(node.func, ast.Attribute) and self._of(node.func.value) == _STR:
            if node.func.attr in ("startswith", "endswith") and kinds == [_STR]:
                return _BOOL
            return _BOOL if node.func.attr in _TESTS_OF_TEXT and not kinds else None
        if self._is_builtin(node.func, "len") and kinds == [_STR]:
            return _INT
        if self._is_builtin(node.func, "abs") and kinds == [_INT]:
            return _INT
        if self._is_builtin(node.func, "min", "max") and len(kinds) > 1 and len(set(kinds)) == 1:
            return kinds[0]
        return None

    def _is_placed_alike(self, node: ast.expr) -> bool:
        """Whether what an expression gives comes to the same place in a new set, whoever was there before.

        Only plain elements count: a walk through a set with symbolic ones is another one to be asked about. A polynomial
        of the element is symbolic where the element is, or the same for all; numbers below eight and truths have a
        place of their own in a set of any size.
        """
        if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and type(node.right.value) is int:
            if isinstance(node.op, ast.Mod) and 0 < node.right.value <= _PLACES and self._of(node.left) in _NUMBERS:
                return True
            if isinstance(node.op, ast.BitAnd) and 0 <= node.right.value < _PLACES:
                return True
        return self._makes_sets and self._is_polynomial(node)

    def _is_polynomial(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp):
            is_known = isinstance(node.op, ast.Add | ast.Sub | ast.Mult)
            return is_known and self._is_polynomial(node.left) and self._is_polynomial(node.right)
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.USub | ast.UAdd) and self._is_polynomial(node.operand)
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id == self._variable)

    # Comprehensions.

    def _is_commutative_expression(self, head: Head) -> bool:
        if isinstance(head, ast.For | ast.DictComp) or len(head.generators) != 1:
            return False
        generator = head.generators[0]
        if not isinstance(generator.target, ast.Name) or generator.is_async:
            return False
        self._variable = generator.target.id
        if any(self._of(condition) is None for condition in generator.ifs):
            return False
        kind = self._of(head.elt)
        if kind is None:
            return False
        if isinstance(head, ast.SetComp):
            return self._is_placed_alike(head.elt)
        return self._is_commutative_for(head, kind)

    def _is_commutative_for(self, head: ast.ListComp | ast.GeneratorExp, kind: str) -> bool:
        """Whether what the comprehension is passed to does not look at the order."""
        call = self._parent
        if not isinstance(call, ast.Call) or call.args != [head] or not isinstance(call.func, ast.Name):
            return False
        if self._is_builtin(call.func, "any", "all") or self._is_builtin(call.func, "len"):
            return not call.keywords
        if self._is_builtin(call.func, "sum"):
            return kind in _NUMBERS and not call.keywords
        if self._is_builtin(call.func, "set", "frozenset"):
            return self._is_placed_alike(head.elt) and not call.keywords
        if self._is_builtin(call.func, "min", "max", "sorted"):
            return kind != _BOOL and all(one.arg in ("default", "reverse") for one in call.keywords)
        return False

    # Statements.

    def _is_commutative_statement(self, head: ast.For, others: list[ast.Name]) -> bool:
        if not isinstance(head.target, ast.Name):
            return False
        self._variable = head.target.id
        if self._variable not in self._frame.f_code.co_varnames:
            return False
        if any(name.id == self._variable and isinstance(name.ctx, ast.Load) for name in others):
            # The last element is there after the loop.
            return False
        if any(
            isinstance(one, ast.Name) and one.id == self._variable for part in head.orelse for one in ast.walk(part)
        ):
            return False
        if not all(self._is_commutative_step(statement) for statement in head.body):
            return False
        if self._gathered.keys() & self._read or self._variable in self._gathered:
            return False
        return self._exits == 0 or (self._exits == 1 and not self._gathered)

    def _is_commutative_step(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Pass | ast.Continue):
            return True
        if isinstance(node, ast.AugAssign):
            return self._is_gathered(node)
        if isinstance(node, ast.If):
            if self._is_extreme_by_test(node):
                return True
            steps = [*node.body, *node.orelse]
            if self._of(node.test) is None:
                return False
            if _is_exit(node.body) and not node.orelse:
                self._exits += 1
                return True
            return all(self._is_commutative_step(step) for step in steps)
        if isinstance(node, ast.Assert):
            self._exits += 1
            return self._of(node.test) is not None and (node.msg is None or isinstance(node.msg, ast.Constant))
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self._is_extreme(node.targets[0], node.value)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return self._is_put_into_set(node.value)
        return False

    def _gathers(self, name: ast.expr, operation: str) -> bool:
        """Whether all that a variable is for in the loop is to gather by an operation."""
        if not isinstance(name, ast.Name) or name.id not in self._frame.f_code.co_varnames:
            return False
        return self._gathered.setdefault(name.id, operation) == operation

    def _held(self, name: ast.expr) -> Any:
        return self._frame.f_locals.get(name.id) if isinstance(name, ast.Name) else None

    def _is_gathered(self, node: ast.AugAssign) -> bool:
        operation = _GATHERING.get(type(node.op))
        if operation is None or not self._gathers(node.target, operation):
            return False
        kinds = {_KINDS.get(type(self._held(node.target))), self._of(node.value)}
        # The first step makes an int of a truth: by arithmetic, whatever the order.
        return kinds == {_INT} or (kinds <= _NUMBERS and operation in ("add", "multiply"))

    def _is_extreme(self, target: ast.expr, value: ast.expr) -> bool:
        """`least = min(least, value)`."""
        if not isinstance(value, ast.Call) or not self._is_builtin(value.func, "min", "max") or len(value.args) != 2:
            return False
        assert isinstance(value.func, ast.Name)
        values = [one for one in value.args if not (isinstance(one, ast.Name) and one.id == getattr(target, "id", ""))]
        if len(values) != 1 or value.keywords or not self._gathers(target, value.func.id):
            return False
        kind = _KINDS.get(type(self._held(target)))
        return kind in (_INT, _STR) and self._of(values[0]) == kind

    def _is_extreme_by_test(self, node: ast.If) -> bool:
        """`if value > most: most = value`."""
        if len(node.body) != 1 or node.orelse or not isinstance(node.test, ast.Compare) or len(node.test.ops) != 1:
            return False
        step, compared = node.body[0], [node.test.left, node.test.comparators[0]]
        if not isinstance(step, ast.Assign) or len(step.targets) != 1 or not isinstance(node.test.ops[0], _ORDERED):
            return False
        target, value = ast.dump(_as_read(step.targets[0])), ast.dump(step.value)
        shown = [ast.dump(one) for one in compared]
        if sorted(shown) != sorted([target, value]) or target == value:
            return False
        is_less = isinstance(node.test.ops[0], ast.Lt | ast.LtE) == (shown[0] == value)
        if not self._gathers(step.targets[0], "min" if is_less else "max"):
            return False
        kind = _KINDS.get(type(self._held(step.targets[0])))
        return kind in (_INT, _STR) and self._of(step.value) == kind

    def _is_put_into_set(self, call: ast.Call) -> bool:
        """`found.add(value)`, with a set that is empty when the loop begins."""
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "add" or len(call.args) != 1 or call.keywords:
            return False
        held = self._held(call.func.value)
        if type(held) is not set or held or getattr(call.func.value, "id", "") in self._gathered:
            return False
        is_known = self._gathers(call.func.value, "put") and self._of(call.args[0]) is not None
        return is_known and self._is_placed_alike(call.args[0])


def _as_read(target: ast.expr) -> ast.expr:
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target


def _is_exit(body: list[ast.stmt]) -> bool:
    """Whether it is one way out of the loop that says nothing of the element: perhaps with constants assigned before."""
    *before, last = body
    for step in before:
        if not isinstance(step, ast.Assign) or not isinstance(step.value, ast.Constant):
            return False
        if not all(isinstance(target, ast.Name) for target in step.targets):
            return False
    if isinstance(last, ast.Break):
        return True
    if isinstance(last, ast.Return):
        return last.value is None or isinstance(last.value, ast.Constant)
    if not isinstance(last, ast.Raise) or last.cause is not None:
        return False
    raised = last.exc.args if isinstance(last.exc, ast.Call) and not last.exc.keywords else []
    made = last.exc.func if isinstance(last.exc, ast.Call) else last.exc
    return isinstance(made, ast.Name) and all(isinstance(one, ast.Constant) for one in raised)
