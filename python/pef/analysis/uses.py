"""What the code does with a parameter of which nothing says the type: evidence for what it may be.

Only the text of the function is read. Every use leaves the kinds of values that allow it (`x - 1` numbers, `x["key"]`
dictionaries); what a value contains is evidence of its own (`for word in x: word.lower()`). A wrong conclusion costs
time and nothing else: an error that only says so is not reported (`pef.judging.exceptions.is_wrong_guess`).
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any, TypeGuard

from pef.analysis import use_tables
from pef.looks import attribute_of, is_a, unwrapped
from pef.source.definitions import UNREADABLE, definition_of, is_class, statement_of
from pef.startup.records import Record, field

Kinds = frozenset[str]


class Facts(Record, frozen=False):
    """What is known of one value."""

    allowed: list[Kinds] = field(default_factory=list)
    """For each use, the kinds that allow it."""
    hinted: list[str] = field(default_factory=list)
    """Kinds that it is compared with."""
    tested: list[str] = field(default_factory=list)
    """Kinds that the code tells apart: with `isinstance`, `type(x) is`, `callable`, `case int():`."""
    classes: list[type] = field(default_factory=list)
    """Other classes that it tells apart so."""
    asked: list[str] = field(default_factory=list)
    """Attributes that it looks for with `hasattr`."""
    has_tests: bool = False
    """Whether what the code does depends on the type."""
    attributes: set[str] = field(default_factory=set)
    """Names that no builtin type has."""
    annotations: list[Any] = field(default_factory=list)
    """Types of the parameters that it is passed to."""
    called_with: int | None = None
    """The number of arguments it is called with."""
    parts: list[Facts] = field(default_factory=list)
    """What it is taken apart into."""
    element: Facts | None = None
    value: Facts | None = None
    """What is under a key of it."""
    is_used: bool = False
    is_replaced: bool = False
    """Whether the name is assigned to: then it is not known which uses are of the argument."""

    def elements(self) -> Facts:
        self.element = self.element or Facts(is_used=True)
        return self.element

    def values(self) -> Facts:
        self.value = self.value or Facts(is_used=True)
        return self.value

    def restrict(self, kinds: Kinds) -> None:
        self.allowed.append(kinds)


def uses_of(function: Callable[..., Any]) -> Mapping[str, Facts]:
    """By parameter: what is known from the code; nothing where there is no code to read."""
    plain = unwrapped(function)
    return _uses_in(plain) if is_a(plain, FunctionType) else {}


# The constructors of a project are asked about for every method whose arguments they make.
@functools.lru_cache(maxsize=4096)
def _uses_in(plain: FunctionType) -> Mapping[str, Facts]:
    definition = definition_of(plain)
    if definition is None:
        return {}
    scope = plain.__globals__
    facts = {argument.arg: Facts() for argument in _arguments(definition.args)}
    reader = _Reader(dict(facts), scope)
    if definition.name == "__init__":
        reader.visit_constructor(plain, definition)
    else:
        reader.visit_body(definition)
    for star in (definition.args.vararg, definition.args.kwarg):
        if star is not None:
            # What is collected is of the type, not the collection.
            whole = facts[star.arg]
            inner = whole.element if star is definition.args.vararg else whole.value
            facts[star.arg] = inner or Facts()
    return facts


def _class_of(function: Any) -> type | None:
    """The class that a constructor is of."""
    found: Any = SimpleNamespace(**attribute_of(function, "__globals__", {}))
    for name in function.__qualname__.split(".")[:-1]:
        found = attribute_of(found, name)
    return found if is_a(found, type) else None


@functools.lru_cache(maxsize=1024)
def _methods(class_: type) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions written in a class; none where its source is not known."""
    try:
        written = statement_of(inspect.getsourcelines(class_)[0])
    except UNREADABLE:
        return []
    body = written.body if isinstance(written, ast.ClassDef) else []
    return [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]


def _with_defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    positional = [*arguments.posonlyargs, *arguments.args]
    for argument, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        yield argument.arg, default
    for argument, named in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if named is not None:
            yield argument.arg, named


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (one for one in (arguments.vararg, arguments.kwarg) if one is not None)


class _Reader(ast.NodeVisitor):
    """Goes through code with some names standing for values that facts are collected of."""

    def __init__(self, names: dict[str, Facts], scope: Mapping[str, Any], itself: str | None = None) -> None:
        self._names = names
        """Names of variables; an attribute of the object, as `.name`, where a constructor has stored a parameter."""
        self._scope = scope
        self._itself = itself

    def visit_body(self, definition: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for statement in definition.body:
            self.visit(statement)

    def visit_constructor(self, function: Any, definition: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """The constructor, and what the other methods do with the attributes it has stored its parameters in."""
        class_ = _class_of(function)
        given = [*definition.args.posonlyargs, *definition.args.args]
        self._itself = given[0].arg if given else None
        self.visit_body(definition)
        stored = {name: facts for name, facts in self._names.items() if name.startswith(".")}
        for method in _methods(class_) if stored and class_ is not None else ():
            first = [*method.args.posonlyargs, *method.args.args][:1]
            if method.name != "__init__" and first:
                _Reader(dict(stored), self._scope, first[0].arg).visit_body(method)
        for argument, default in _with_defaults(definition.args):
            facts = self._names[argument]
            is_none = isinstance(default, ast.Constant) and default.value is None
            if is_none and facts == Facts(is_used=facts.is_used) and class_ is not None:
                # Nothing is known of what there may be instead: most often another one.
                facts.annotations.append((class_, function))

    def _facts(self, node: ast.AST | None) -> Facts | None:
        """The facts of the value of an expression, if they are collected."""
        if isinstance(node, ast.Name):
            return self._names.get(node.id)
        if isinstance(node, ast.expr) and self._is_own(node):
            return self._names.get(f".{node.attr}")
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            of = self._facts(node.value)
            if of is not None:
                return of.values() if _kind_of_literal(node.slice) == "str" else of.elements()
        return None

    def _restrict(self, node: ast.AST, kinds: Kinds) -> None:
        facts = self._facts(node)
        if facts is not None:
            facts.restrict(kinds)

    def visit_Name(self, node: ast.Name) -> None:
        facts = self._names.get(node.id)
        if facts is not None:
            facts.is_used = True

    def visit_Attribute(self, node: ast.Attribute) -> None:
        facts = self._facts(node.value)
        if facts is not None:
            kinds = use_tables.having(node.attr)
            if kinds:
                facts.restrict(kinds)
            else:
                facts.attributes.add(node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = self._facts(node.func)
        if called is not None:
            called.called_with = len(node.args)
        elif isinstance(node.func, ast.Name):
            self._call_of_name(node.func.id, node)
        elif ast.unparse(node.func).startswith("math."):
            for argument in node.args:
                self._restrict(argument, use_tables.NUMBERS)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self._restrict(argument.value, use_tables.ITERABLES)
        for keyword in node.keywords:
            if keyword.arg is None:
                self._restrict(keyword.value, use_tables.DICTIONARIES)
        self.generic_visit(node)

    def _call_of_name(self, name: str, node: ast.Call) -> None:
        if name in ("isinstance", "hasattr", "callable") and node.args:
            self._tested(name, node)
            return
        function = self._scope.get(name)
        if is_a(function, FunctionType):
            self._pass_on(function, node)
            return
        kinds = use_tables.BUILTIN_FUNCTIONS.get(name)
        if kinds is not None:
            numbers_only = name in ("min", "max") and len(node.args) > 1
            for argument in node.args:
                self._restrict(argument, use_tables.ORDERED if numbers_only else kinds)

    def _tested(self, name: str, node: ast.Call) -> None:
        facts = self._facts(node.args[0])
        if facts is None:
            return
        facts.has_tests = True
        if name == "callable":
            facts.tested.append("function")
        elif name == "isinstance" and len(node.args) == 2:
            self._of_class(facts, node.args[1])
        elif len(node.args) == 2 and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str):
            facts.asked.append(node.args[1].value)

    def _of_class(self, facts: Facts, node: ast.expr) -> None:
        """The value is asked whether it is of a class, or of one of some."""
        facts.has_tests = True
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            for element in node.elts:
                self._of_class(facts, element)
        elif isinstance(node, ast.BinOp):
            self._of_class(facts, node.left)
            self._of_class(facts, node.right)
        elif kinds := _kinds_named(node):
            facts.tested += kinds
        elif isinstance(node, ast.Name) and is_class(self._scope.get(node.id)):
            facts.classes.append(self._scope[node.id])

    def visit_Match(self, node: ast.Match) -> None:
        facts = self._facts(node.subject)
        for pattern in ast.walk(node) if facts is not None else ():
            if isinstance(pattern, ast.MatchClass) and facts is not None:
                self._of_class(facts, pattern.cls)
        self.generic_visit(node)

    def _pass_on(self, function: Callable[..., Any], node: ast.Call) -> None:
        """What the parameters of a function of the program are declared as."""
        try:
            bound = inspect.signature(function).bind(
                *node.args, **{one.arg: one.value for one in node.keywords if one.arg}
            )
        except (TypeError, ValueError):
            return
        hints = attribute_of(function, "__annotations__", {})
        for name, argument in bound.arguments.items():
            facts = self._facts(argument) if isinstance(argument, ast.expr) else None
            if facts is not None and name in hints:
                facts.annotations.append((hints[name], function))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            literal = _kind_of_literal(other)
            if isinstance(node.op, ast.Mod) and other is node.left and literal == "str":
                # The values of a format may be anything.
                continue
            self._restrict(one, use_tables.operands(type(node.op), literal))
            facts = self._facts(one)
            if literal == "float" and facts is not None:
                facts.hinted.append("float")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        literal = _kind_of_literal(node.value)
        self._restrict(node.target, use_tables.operands(type(node.op), literal))
        self._restrict(node.value, use_tables.operands(type(node.op), None))
        self._replace(node.target)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if not isinstance(node.op, ast.Not):
            self._restrict(node.operand, use_tables.NUMBERS)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            for one, other in ((left, right), (right, left)):
                self._compared(one, operator, other, is_right=one is right)
            asked = self._facts(_typed(left))
            if asked is not None:
                self._of_class(asked, right)
        self.generic_visit(node)

    def _compared(self, one: ast.expr, operator: ast.cmpop, other: ast.expr, *, is_right: bool) -> None:
        facts = self._facts(one)
        if facts is None:
            return
        literal = _kind_of_literal(other)
        if isinstance(operator, ast.In | ast.NotIn):
            if is_right:
                facts.restrict(use_tables.CONTAINERS)
            elif isinstance(other, ast.Tuple | ast.List | ast.Set):
                facts.hinted += [kind for kind in map(_kind_of_literal, other.elts) if kind]
        elif literal is None:
            if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                facts.restrict(use_tables.ORDERED)
        elif isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
            facts.hinted.append(literal)
        else:
            facts.restrict(use_tables.alike(literal))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        facts = self._facts(node.value)
        if facts is not None:
            literal = _kind_of_literal(node.slice)
            stores = not isinstance(node.ctx, ast.Load)
            facts.restrict(use_tables.subscripted(literal, is_slice=isinstance(node.slice, ast.Slice), stores=stores))
        if isinstance(node.slice, ast.Slice):
            for bound in (node.slice.lower, node.slice.upper, node.slice.step):
                if bound is not None:
                    self._restrict(bound, use_tables.POSITIONS)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._iterate(node.target, node.iter)
        self.generic_visit(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._iterate(node.target, node.iter)
        self.generic_visit(node)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        # What is made of the elements is written before where they come from.
        for generator in node.generators:
            self.visit(generator)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node)

    def _iterate(self, target: ast.expr, iterated: ast.expr) -> None:
        if isinstance(iterated, ast.Call):
            self._iterate_call(target, iterated)
            return
        facts = self._facts(iterated)
        if facts is not None:
            facts.restrict(use_tables.ITERABLES)
            self._bind(target, facts.elements())

    def _iterate_call(self, target: ast.expr, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else None
        method = call.func.attr if isinstance(call.func, ast.Attribute) else None
        if name in ("reversed", "sorted", "list", "iter", "set", "tuple") and call.args:
            self._iterate(target, call.args[0])
        elif name == "enumerate" and call.args and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            self._iterate(target.elts[1], call.args[0])
        elif name == "zip" and isinstance(target, ast.Tuple) and len(target.elts) == len(call.args):
            for part, argument in zip(target.elts, call.args, strict=True):
                self._iterate(part, argument)
        elif method in ("items", "values") and isinstance(call.func, ast.Attribute):
            facts = self._facts(call.func.value)
            if facts is None:
                return
            if method == "values":
                self._bind(target, facts.values())
            elif isinstance(target, ast.Tuple) and len(target.elts) == 2:
                self._bind(target.elts[0], facts.elements())
                self._bind(target.elts[1], facts.values())

    def _bind(self, target: ast.expr, facts: Facts) -> None:
        """From here on a name stands for a value."""
        if isinstance(target, ast.Name):
            known = self._names.get(target.id)
            if known is None:
                self._names[target.id] = facts
            elif known is not facts:
                known.is_replaced = True
        elif isinstance(target, ast.Tuple | ast.List):
            self._take_apart(target, facts)

    def _take_apart(self, target: ast.Tuple | ast.List, facts: Facts) -> None:
        if any(isinstance(element, ast.Starred) for element in target.elts):
            facts.restrict(use_tables.ITERABLES)
            return
        facts.restrict(use_tables.TAKEN_APART)
        while len(facts.parts) < len(target.elts):
            facts.parts.append(Facts(is_used=True))
        for element, part in zip(target.elts, facts.parts, strict=False):
            self._bind(element, part)

    def visit_Assign(self, node: ast.Assign) -> None:
        facts = self._facts(node.value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List) and facts is not None:
                self._take_apart(target, facts)
            elif isinstance(target, ast.Name) and facts is not None and isinstance(node.value, ast.Name):
                self._bind(target, facts)
            elif facts is not None and isinstance(node.value, ast.Name) and self._is_own(target):
                self._names.setdefault(f".{target.attr}", facts)
            else:
                self._replace(target)
        self.generic_visit(node)

    def _is_own(self, target: ast.expr) -> TypeGuard[ast.Attribute]:
        """Whether an expression is an attribute of the object."""
        return (
            isinstance(target, ast.Attribute)
            and isinstance(target.value, ast.Name)
            and self._itself is not None
            and target.value.id == self._itself
        )

    def _replace(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name) and target.id in self._names:
            self._names[target.id].is_replaced = True

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._nested(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._nested(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._nested(node)

    def _nested(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        own = {argument.arg for argument in _arguments(node.args)}
        known = {name: facts for name, facts in self._names.items() if name not in own}
        inner = _Reader(known, self._scope, None if self._itself in own else self._itself)
        for statement in [node.body] if isinstance(node, ast.Lambda) else node.body:
            inner.visit(statement)


def _typed(node: ast.expr) -> ast.expr | None:
    """What an expression is the type of: `type(x)`, `x.__class__`."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "type"
        and len(node.args) == 1
    ):
        return node.args[0]
    return node.value if isinstance(node, ast.Attribute) and node.attr == "__class__" else None


def _kind_of_literal(node: ast.AST) -> str | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _kind_of_literal(node.operand)
    if isinstance(node, ast.Constant):
        return use_tables.KIND_OF_TYPE.get(type(node.value))
    if isinstance(node, ast.JoinedStr):
        return "str"
    displays: dict[type, str] = {
        ast.List: "list",
        ast.ListComp: "list",
        ast.Tuple: "tuple",
        ast.Dict: "dict",
        ast.Set: "set",
    }
    return displays.get(type(node))


def _kinds_named(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Tuple):
        return [kind for element in node.elts for kind in _kinds_named(element)]
    if isinstance(node, ast.BinOp):
        return [*_kinds_named(node.left), *_kinds_named(node.right)]
    return [node.id] if isinstance(node, ast.Name) and node.id in use_tables.KIND_OF_TYPE.values() else []
