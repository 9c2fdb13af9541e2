"""Whether code only reads: a proof that nothing which outlives a call is changed by it.

Read from the source. Code is taken to change something unless everything it does is known not to: it may compute,
branch, read attributes, change what it has made itself, and call what is proven likewise. Where it is not known what an
operation runs (`x + y`, `x.name()`), it is whatever any class of the program has for it. What libraries do is known for
a few.

Invariant: "not proven" is no statement at all. A method that only reads and is not proven to costs time and a bound.
"""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import inspect
import sys
import textwrap
from dataclasses import dataclass, field
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from pef.definitions import definition_of, is_class
from pef.objects.effect_tables import (
    BY_BUILTIN,
    BY_BUILTINS,
    CALLING,
    CHANGING,
    COMPARISONS,
    FIELD_OF_TUPLE,
    GENERATED,
    GENERATING,
    GOING_THROUGH,
    HARMLESS,
    HARMLESS_MODULES,
    ITERATION,
    PASSED_BY_NAME,
    READING,
    REFUSED_STATEMENTS,
    SHOWN,
    TRUTH,
    UNARY,
)
from pef.objects.fresh import OPERATORS, FreshNames
from pef.objects.program import Program, program
from pef.objects.purity import is_pure
from pef.objects.worlds import is_of_program

_Function = tuple[FunctionType, type | None]
"""A function, and the class in whose body it stands."""


@dataclass(slots=True)
class _Found:
    """What one function does itself."""

    is_known: bool = True
    """Whether it does nothing but what is known to change nothing, apart from what it calls."""
    sees_identity: bool = False
    """Whether it may tell one object from an equal one."""
    runs: set[_Function] = field(default_factory=set)


def only_reads(member: Any, owner: type | None = None) -> bool:
    """Whether a function, or a member as it stands in a class, is proven to change nothing."""
    return _holds(member, owner, lambda found: found.is_known)


def cannot_tell(function: Any) -> bool:
    """Whether a function is proven to do the same with one object under two names as with two equal ones."""
    return _holds(function, None, lambda found: found.is_known and not found.sees_identity)


def _holds(member: Any, owner: type | None, is_kept: Any) -> bool:
    waiting = _functions(member, owner)
    if waiting is None:
        return False
    known = program(owner.__module__ if owner is not None else member.__module__)
    seen: set[_Function] = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        found = _scanned(known, *one)
        if not is_kept(found):
            return False
        waiting += found.runs
    return True


def _functions(member: Any, owner: type | None) -> list[_Function] | None:
    """The functions that run when a member of a class is read or called; `None` where that is not known."""
    if isinstance(member, FunctionType):
        return [(member, owner)]
    if isinstance(member, classmethod):
        return _functions(member.__func__, owner)
    if isinstance(member, staticmethod):
        return _functions(member.__func__, None)
    if isinstance(member, property):
        return _functions(member.fget, owner)
    if isinstance(member, functools.partialmethod):
        return _functions(member.func, owner)
    if isinstance(member, functools.singledispatchmethod):
        parts = [_functions(function, owner) for function in member.dispatcher.registry.values()]
        return None if any(part is None for part in parts) else [one for part in parts for one in part or ()]
    if is_stored(member) or not hasattr(type(member), "__get__"):
        # Data: what is called is looked at where it is called.
        return []
    read = type(member).__get__
    return [(read, type(member))] if isinstance(read, FunctionType) and is_of_program(type(member)) else None


def is_stored(member: Any) -> bool:
    """Whether a member of a class stands for what each object holds: a slot, or a field of a named tuple."""
    return isinstance(member, MemberDescriptorType | GetSetDescriptorType | FIELD_OF_TUPLE)


@functools.lru_cache(maxsize=8192)
def _scanned(known: Program, function: FunctionType, owner: type | None) -> _Found:
    code = function.__code__
    if function.__name__ in GENERATED and code.co_filename.startswith(GENERATING):
        # Methods of data classes and those of `total_ordering`, which are made of others of these names.
        return _Found(sees_identity=True)
    definition = _lambda_as_definition(code) if code.co_name == "<lambda>" else definition_of(code)
    if definition is None or isinstance(definition, ast.AsyncFunctionDef):
        return _Found(is_known=False)
    scan = _Scan(known, function, owner, definition)
    scan.run()
    return scan.found


def _lambda_as_definition(code: CodeType) -> ast.FunctionDef | None:
    """The one lambda in the statement that a code object was written in, as a definition."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    if len(found) != 1:
        return None
    definition = ast.parse("def function(): return None").body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.args, definition.body = found[0].args, [ast.Return(found[0].body)]
    return definition


class _Scan(ast.NodeVisitor):
    """Goes through the definition of one function."""

    def __init__(self, known: Program, function: FunctionType, owner: type | None, definition: ast.FunctionDef) -> None:
        self._program = known
        self._function = function
        self._owner = owner
        self._definition = definition
        self.found = _Found()
        self._fresh = FreshNames(definition, known)
        self._itself = self._fresh.first if owner is not None else None

    def run(self) -> None:
        for statement in self._definition.body:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        if not self.found.is_known:
            return
        if isinstance(node, REFUSED_STATEMENTS) and not self._is_harmless_statement(node):
            self._refuse()
            return
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.BoolOp | ast.Assert):
            self._tested(node)
        elif isinstance(node, ast.Set | ast.Dict | ast.SetComp | ast.DictComp):
            self._keyed(node)
        else:
            super().visit(node)

    def _refuse(self) -> None:
        self.found.is_known = False

    @staticmethod
    def _is_harmless_statement(node: ast.AST) -> bool:
        if isinstance(node, ast.Delete):
            return all(isinstance(target, ast.Name) for target in node.targets)
        if isinstance(node, ast.Import):
            return all(alias.name in sys.modules for alias in node.names)
        return isinstance(node, ast.ImportFrom) and not node.level and node.module in sys.modules

    # Names.

    def _value(self, name: str) -> tuple[bool, Any]:
        """Whether it is known what a name stands for, and what."""
        if name in self._fresh.bound:
            return False, None
        if name in self._function.__code__.co_freevars and self._function.__closure__ is not None:
            cell = self._function.__closure__[self._function.__code__.co_freevars.index(name)]
            try:
                return True, cell.cell_contents
            except ValueError:
                return False, None
        if name in self._function.__globals__:
            return True, self._function.__globals__[name]
        return hasattr(builtins, name), getattr(builtins, name, None)

    def _runs(self, *names: str, family: tuple[type, ...] | None = None) -> int:
        """Whatever classes of the program (of a family) have under these names may run; how many have something."""
        count = 0
        for name in names:
            for class_, written in self._program.members.get(name, ()):
                if family is not None and class_ not in family:
                    continue
                if written is None:
                    continue
                count += 1
                functions = _functions(written, class_)
                if functions is None:
                    self._refuse()
                else:
                    self.found.runs.update(functions)
        return count

    def _family(self, receiver: ast.expr) -> tuple[type, ...] | None:
        """The classes that an object may be of, where that is the object of the method; or those that `super()` asks."""
        if self._owner is None or self._itself is None:
            return None
        is_super = isinstance(receiver, ast.Call) and ast.unparse(receiver) == "super()"
        if not is_super and not (isinstance(receiver, ast.Name) and receiver.id == self._itself):
            return None
        owner = self._owner
        heirs = [class_ for class_ in self._program.classes if issubclass(class_, owner)]
        return tuple({base for heir in heirs for base in heir.__mro__})

    # Changes.

    def _store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            self._refuse()
        elif isinstance(target, ast.Subscript):
            if not self._is_fresh(target.value):
                self._refuse()
            self._runs("__hash__", "__eq__")
            self.visit(target.slice)
        elif isinstance(target, ast.Tuple | ast.List):
            self._iterated(None)
            for element in target.elts:
                self._store(element)
        elif isinstance(target, ast.Starred):
            self._store(target.value)

    def _is_fresh(self, node: ast.expr) -> bool:
        """Whether an expression gives something that was made in this call, and that nobody else knows."""
        return self._fresh.is_fresh(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List) and not isinstance(node.value, ast.Tuple | ast.List):
                self._iterated(node.value)
            self._store(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._store(node.target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        name = OPERATORS[type(node.op)]
        self._runs(f"__{name}__", f"__r{name}__", f"__i{name}__")
        if not isinstance(node.target, ast.Name) or not self._is_fresh(node.target):
            self._refuse()
        elif isinstance(node.op, ast.Add):
            # A list is extended by what is gone through.
            self._iterated(node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)

    # What runs code without naming it.

    def _iterated(self, node: ast.expr | None) -> None:
        self._runs(*ITERATION)
        if self._program.keeps_iterators and not (node is not None and (self._is_fresh(node) or _is_new(node))):
            self._refuse()

    def visit_For(self, node: ast.For) -> None:
        self._iterated(node.iter)
        self._store(node.target)
        for part in (node.iter, *node.body, *node.orelse):
            self.visit(part)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._iterated(node.iter)
        self._store(node.target)
        self._runs(*TRUTH)
        for part in (node.iter, *node.ifs):
            self.visit(part)

    def visit_Starred(self, node: ast.Starred) -> None:
        self._iterated(node.value)
        self.visit(node.value)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._iterated(node.value)
        self.visit(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        name = OPERATORS[type(node.op)]
        shown = SHOWN if isinstance(node.op, ast.Mod) else ()
        self._runs(f"__{name}__", f"__r{name}__", *shown)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self._runs(*UNARY[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                self._iterated(right)
                self._runs("__hash__")
            if not isinstance(operator, ast.Is | ast.IsNot):
                self._runs(*COMPARISONS)
        if not any(isinstance(one, ast.Constant | ast.JoinedStr | ast.BinOp | ast.UnaryOp) for one in operands):
            self.found.sees_identity |= not all(
                isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for operator in node.ops
            )
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._runs("__getitem__", "__missing__", "__index__", "__hash__", "__eq__", "__class_getitem__")
        self.found.sees_identity |= isinstance(node.slice, ast.Name)
        if self._program.has_default_dictionaries and not isinstance(node.slice, ast.Slice):
            self._refuse()
        self.generic_visit(node)

    def _tested(self, node: ast.AST) -> None:
        self._runs(*TRUTH)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._runs(*SHOWN)
        self.generic_visit(node)

    def _keyed(self, node: ast.AST) -> None:
        self._runs("__hash__", "__eq__", "keys", "__getitem__")
        self.found.sees_identity = True
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        self._runs(*COMPARISONS, *ITERATION, *TRUTH, "get", "keys", "__instancecheck__")
        for pattern in ast.walk(node):
            names = pattern.kwd_attrs if isinstance(pattern, ast.MatchClass) else ()
            self._runs(*names)
        if self._program.keeps_iterators:
            self._refuse()
        self.found.sees_identity = True
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._read(node)
        self.visit(node.value)

    def _read(self, node: ast.Attribute) -> None:
        self._runs("__getattr__", "__getattribute__")
        self._runs_where_read(self._mangled(node.attr), self._family(node.value))

    def _mangled(self, name: str) -> str:
        """The name that a private one of a class body stands for."""
        if not name.startswith("__") or name.endswith("__"):
            return name
        if self._owner is None:
            self._refuse()
            return name
        return f"_{self._owner.__name__.lstrip('_')}{name}"

    def _runs_where_read(self, name: str, family: tuple[type, ...] | None) -> None:
        """Reading an attribute runs properties, not methods; those run where they are called."""
        for class_, written in self._program.members.get(name, ()):
            if (family is None or class_ in family) and not isinstance(
                written, FunctionType | classmethod | staticmethod
            ):
                functions = _functions(written, class_)
                if functions is None:
                    self._refuse()
                else:
                    self.found.runs.update(functions)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self._refuse()
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Name):
            is_known, value = self._value(node.exc.id)
            if is_known and is_class(value) and not _is_made_quietly(value):
                self._refuse()
        elif isinstance(node.exc, ast.Attribute):
            # A class that makes an exception is called without being called.
            self._refuse()
        self.generic_visit(node)

    # Calls.

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            self._call_of_name(node, node.func.id)
        elif isinstance(node.func, ast.Attribute):
            self._call_of_attribute(node, node.func)
            self.visit(node.func.value)
        else:
            self._refuse()
        for argument in node.args:
            self.visit(argument)
        for keyword in node.keywords:
            self.visit(keyword.value)

    def _call_of_name(self, node: ast.Call, name: str) -> None:
        if name in self._fresh.functions:
            # Its body is gone through where it stands.
            return
        is_known, value = self._value(name)
        if is_known and value is getattr(builtins, name, None) and name not in self._function.__globals__:
            self._call_of_builtin(node, name)
        elif is_known and isinstance(value, FunctionType):
            self.found.runs.add((value, None))
        elif not (is_known and is_class(value) and _is_made_quietly(value)):
            self._refuse()

    def _call_of_builtin(self, node: ast.Call, name: str) -> None:
        value = getattr(builtins, name)
        if is_class(value) and issubclass(value, BaseException):
            return
        if name in ("getattr", "hasattr"):
            constant = node.args[1] if len(node.args) > 1 else None
            if not isinstance(constant, ast.Constant) or not isinstance(constant.value, str):
                self._refuse()
                return
            self._runs("__getattr__", "__getattribute__")
            self._runs_where_read(constant.value, None)
            return
        if name not in HARMLESS or (name == "type" and len(node.args) != 1):
            self._refuse()
            return
        self._runs(*BY_BUILTIN.get(name, BY_BUILTINS))
        self.found.sees_identity |= name in ("id", "hash", "set", "frozenset", "dict")
        if name in GOING_THROUGH:
            for argument in node.args[1:] if name in ("map", "filter") else node.args:
                self._iterated(argument)
        for keyword in node.keywords:
            if keyword.arg not in PASSED_BY_NAME:
                self._refuse()
        called = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
        called += node.args[:1] if name in ("map", "filter") or (name == "iter" and len(node.args) > 1) else []
        for function in called:
            self._called_elsewhere(function)

    def _called_elsewhere(self, function: ast.expr) -> None:
        """A function that a builtin calls."""
        if isinstance(function, ast.Lambda) or (isinstance(function, ast.Constant) and function.value is None):
            return
        if isinstance(function, ast.Name):
            self._call_of_name(ast.Call(function, [function], []), function.id)
        else:
            self._refuse()

    def _call_of_attribute(self, node: ast.Call, function: ast.Attribute) -> None:
        name = self._mangled(function.attr)
        receiver = function.value
        if name == "__next__":
            self._refuse()
        if name in self._program.stored_names:
            self._refuse()
        if isinstance(receiver, ast.Name):
            is_known, value = self._value(receiver.id)
            if is_known and isinstance(value, ModuleType):
                if value.__name__ not in HARMLESS_MODULES or function.attr in CALLING:
                    self._refuse()
                self._runs(*BY_BUILTINS)
                return
        self._runs("__getattr__", "__getattribute__")
        if name in CHANGING:
            if not self._is_fresh(receiver):
                self._refuse()
            for argument in node.args:
                self._iterated(argument)
            # What is in a container is found again by comparing it.
            self._runs(name, "__hash__", "__eq__", "__lt__")
            self.found.sees_identity = True
            for keyword in node.keywords:
                if keyword.arg == "key":
                    self._called_elsewhere(keyword.value)
            return
        family = self._family(receiver)
        if self._runs(name, family=family):
            if not all(_is_called_as_function(written) for _, written in self._program.members.get(name, ())):
                self._refuse()
            if family is None and name in self._program.library_methods:
                self._refuse()
            return
        is_special = name in BY_BUILTINS
        if not is_special and (name not in READING or name in self._program.library_methods):
            self._refuse()
        self._runs(*BY_BUILTINS)
        for argument in node.args:
            self._iterated(argument)
            self.found.sees_identity |= not isinstance(argument, ast.Constant)


def _is_called_as_function(written: Any) -> bool:
    return isinstance(written, FunctionType | classmethod | staticmethod)


def _is_made_quietly(class_: type) -> bool:
    """Whether making an object of a class changes nothing else."""
    if issubclass(class_, enum.Enum):
        return not any("_missing_" in vars(base) for base in class_.__mro__ if base.__module__ != "enum")
    if issubclass(class_, BaseException):
        return not any(
            isinstance(vars(base).get(name), FunctionType)
            for base in class_.__mro__
            for name in ("__init__", "__new__")
        )
    return is_pure(class_)


def _is_new(node: ast.expr) -> bool:
    """Whether an expression gives an iterator of its own, or something that is none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("range", "enumerate", "reversed", "zip", "map", "filter")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("items", "keys", "values", "split", "splitlines")
    return isinstance(node, ast.GeneratorExp | ast.Tuple | ast.Constant)
