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
import string
import sys
from collections.abc import Callable
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from pef.analysis.caches import cached_function
from pef.analysis.effect_tables import (
    BY_BUILTIN,
    BY_FORMATTING,
    BY_MATHEMATICS,
    BY_METHODS,
    BY_NAMES_IN_TEXT,
    CALLED_BY_NAME,
    CALLING,
    CHANGING,
    CLASS_TESTS,
    COMPARISONS,
    FIELD_OF_TUPLE,
    GENERATED,
    GENERATING,
    GOING_THROUGH,
    HARMLESS,
    HARMLESS_MODULES,
    ITERATION,
    NOT_BY_BUILTINS,
    OF_NUMBERS,
    PASSED_BY_NAME,
    READING,
    REFUSED_STATEMENTS,
    SHOWN,
    TRUTH,
    UNARY,
)
from pef.analysis.fresh import OPERATORS, FreshNames
from pef.analysis.program_classes import Program, is_special, program
from pef.analysis.purity import fills_itself, initialisers
from pef.analysis.worlds import is_of_program
from pef.looks import attribute_of, has_attribute, is_a
from pef.source.definitions import UNREADABLE, definition_of, is_class, statement_of
from pef.startup.records import Record, field

Function = tuple[FunctionType, type | None]
"""A function, and the class in whose body it stands."""
_INITIALISING = ("__init__", "__post_init__")

Look = Callable[[Program, FunctionType, "type | None"], "Found"]


class Found(Record, frozen=False):
    """What one function does itself."""

    is_known: bool = True
    """Whether it does nothing but what is known to change nothing, apart from what it calls."""
    sees_identity: bool = False
    """Whether it may tell one object from an equal one."""
    runs: set[Function] = field(default_factory=set)


def only_reads(member: Any, owner: type | None = None) -> bool:
    """Whether a function, or a member as it stands in a class, is proven to change nothing."""
    return attribute_of(member, "__name__", "") not in _INITIALISING and _holds(
        member, owner, lambda found: found.is_known
    )


def cannot_tell(function: Any) -> bool:
    """Whether a function is proven to do the same with one object under two names as with two equal ones."""
    return _holds(function, None, lambda found: found.is_known and not found.sees_identity)


def run_by_making(class_: type) -> set[Function] | None:
    """The functions that run where an object is made, its constructors included; `None` where that is not known.

    They change nothing but the new object.
    """
    made = Found()
    _make(class_, made)
    return all_run(list(made.runs), program(class_.__module__), lambda found: found.is_known) if made.is_known else None


def _holds(member: Any, owner: type | None, is_kept: Any) -> bool:
    functions = functions_of(member, owner)
    if functions is None:
        return False
    return (
        all_run(functions, program(owner.__module__ if owner is not None else member.__module__), is_kept) is not None
    )


def all_run(
    waiting: list[Function], known: Program, is_kept: Callable[[Found], bool], look: Look | None = None
) -> set[Function] | None:
    """These functions and all that they run; `None` where one does what it should not."""
    seen: set[Function] = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        found = (look or _scanned)(known, *one)
        if not is_kept(found):
            return None
        waiting += found.runs
    return seen


def functions_of(member: Any, owner: type | None) -> list[Function] | None:
    """The functions that run when a member of a class is read or called; `None` where that is not known."""
    if is_a(member, FunctionType):
        return [(member, owner)]
    if is_a(member, classmethod):
        return functions_of(member.__func__, owner)
    if is_a(member, staticmethod):
        return functions_of(member.__func__, None)
    if is_a(member, property):
        return functions_of(member.fget, owner)
    if is_a(member, functools.partialmethod):
        return functions_of(member.func, owner)
    if is_a(member, functools.singledispatchmethod):
        parts = [functions_of(function, owner) for function in member.dispatcher.registry.values()]
        return None if any(part is None for part in parts) else [one for part in parts for one in part or ()]
    if is_stored(member) or not has_attribute(type(member), "__get__"):
        # Data: what is called is looked at where it is called.
        return []
    read = type(member).__get__
    return [(read, type(member))] if is_a(read, FunctionType) and is_of_program(type(member)) else None


def is_stored(member: Any) -> bool:
    """Whether a member of a class stands for what each object holds: a slot, or a field of a named tuple."""
    return is_a(member, MemberDescriptorType | GetSetDescriptorType | FIELD_OF_TUPLE)


@functools.lru_cache(maxsize=8192)
def _scanned(known: Program, function: FunctionType, owner: type | None) -> Found:
    return scanned(known, function, owner, Scan)


def scanned(known: Program, function: FunctionType, owner: type | None, scan_with: Callable[..., Scan]) -> Found:
    """What a function does itself, according to a scan of its definition."""
    code = function.__code__
    if function.__name__ in GENERATED and code.co_filename.startswith(GENERATING):
        # Methods of data classes and those of `total_ordering`, which are made of others of these names.
        return Found(sees_identity=True)
    definition = _lambda_as_definition(code) if code.co_name == "<lambda>" else definition_of(code)
    if definition is None or isinstance(definition, ast.AsyncFunctionDef):
        return Found(is_known=False)
    scan = scan_with(known, function, owner, definition)
    scan.run()
    return scan.found


def _lambda_as_definition(code: CodeType) -> ast.FunctionDef | None:
    """The one lambda in the statement that a code object was written in, as a definition."""
    try:
        statement = statement_of(inspect.getsourcelines(code)[0])
    except UNREADABLE:
        return None
    found = [node for node in ast.walk(statement or ast.Pass()) if isinstance(node, ast.Lambda)]
    if len(found) != 1:
        return None
    definition = ast.parse("def function(): return None").body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.args, definition.body = found[0].args, [ast.Return(found[0].body)]
    return definition


class Scan(ast.NodeVisitor):
    """Goes through the definition of one function."""

    def __init__(self, known: Program, function: FunctionType, owner: type | None, definition: ast.FunctionDef) -> None:
        self._program = known
        self._function = function
        self._owner = owner
        self._definition = definition
        self.found = Found()
        self._fresh = FreshNames(definition, known)
        self._itself = self._fresh.first if owner is not None else None
        # Such a method is only run by making an object: calls of it by name are refused.
        self._fills = owner is not None and function.__name__ in _INITIALISING

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
        self.found.runs.update(self._program.always_run)
        count = 0
        for name in names:
            is_replaced = is_special(name) and name != "__class__" and name in self._program.stores.attributes
            if is_replaced or name in self._program.hidden_names:
                self._refuse()
            for class_, written in self._program.members.get(name, ()):
                if (family is None or class_ in family) and written is not None:
                    count += 1
                    self._run(written, class_)
        return count

    def _run(self, written: Any, class_: type) -> None:
        functions = functions_of(written, class_)
        if functions is None:
            self._refuse()
        else:
            self.found.runs.update(functions)

    def _runs_any(self) -> None:
        """What is not known better runs any special method."""
        self._runs(*(self._program.special_names - NOT_BY_BUILTINS), "keys")

    def _class_is_asked(self) -> None:
        """Whether an object is of a class: the class may ask it for attributes."""
        self._runs(*CLASS_TESTS)
        for name in self._program.asked_for:
            self._runs_where_read(name, None)

    def _family(self, receiver: ast.expr) -> tuple[type, ...] | None:
        """The classes that an object may be of, where that is the object of the method; or those that `super()` asks."""
        if self._owner is None or self._itself is None:
            return None
        is_super = isinstance(receiver, ast.Call) and ast.unparse(receiver) == "super()"
        if not is_super and not (isinstance(receiver, ast.Name) and receiver.id == self._itself):
            return None
        return tuple({base for heir in self._heirs() for base in heir.__mro__})

    def _heirs(self) -> list[type]:
        """The classes that have the function as a method."""
        owner = self._owner
        return [class_ for class_ in self._program.classes if owner is not None and issubclass(class_, owner)]

    def _is_of_class(self) -> bool:
        """Whether the first parameter is the class of the function, or one derived from it."""
        written = vars(self._owner).get(self._function.__name__) if self._owner is not None else None
        return isinstance(written, classmethod) and written.__func__ is self._function

    # Changes.

    def _store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            if not (self._fills and isinstance(target.value, ast.Name) and target.value.id == self._itself):
                self._refuse()
        elif isinstance(target, ast.Subscript):
            if not self._may_change(target.value, target):
                self._refuse()
            self._runs("__hash__", "__eq__")
            self.visit(target.slice)
        elif isinstance(target, ast.Tuple | ast.List):
            self._iterated(None)
            for element in target.elts:
                self._store(element)
        elif isinstance(target, ast.Starred):
            self._store(target.value)

    def _may_change(self, container: ast.expr, _change: ast.Call | ast.Subscript) -> bool:
        """Whether a container may be changed: nobody else sees it."""
        return self._fresh.is_own(container)

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
        if self._program.keeps_iterators and not (node is not None and (self._is_fresh(node) or self._is_new(node))):
            self._refuse()

    def _is_new(self, node: ast.expr) -> bool:
        """Whether an expression gives an iterator of its own, or something that is none."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("range", "enumerate", "reversed", "zip", "map", "filter")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            return name in ("items", "keys", "values", "split", "splitlines") and name not in self._program.members
        return isinstance(node, ast.GeneratorExp | ast.Tuple | ast.Constant)

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
        if not self._fresh.is_plain(node):
            name = OPERATORS[type(node.op)]
            self._runs(f"__{name}__", f"__r{name}__")
            if isinstance(node.op, ast.Mod):
                self._formatted_by_operator(node)
        self.generic_visit(node)

    def _formatted_by_operator(self, node: ast.BinOp) -> None:
        is_number = isinstance(node.left, ast.Constant) and not isinstance(node.left.value, str | bytes)
        if is_number or self._fresh.is_plain(node.right):
            return
        self._runs(*BY_FORMATTING)
        if not isinstance(node.left, ast.Constant) or "%(" in str(node.left.value):
            self._names_are_looked_up([node.right])

    def _names_are_looked_up(self, mappings: list[ast.expr]) -> None:
        self._runs(*BY_NAMES_IN_TEXT)
        if self._program.has_default_dictionaries and not all(map(self._is_fresh, mappings)):
            self._refuse()

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if not self._fresh.is_plain(node):
            self._runs(*UNARY[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                self._iterated(right)
                self._runs("__hash__")
            if not isinstance(operator, ast.Is | ast.IsNot) and not self._fresh.is_plain(node):
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

    def _tested(self, node: ast.If | ast.While | ast.IfExp | ast.BoolOp | ast.Assert) -> None:
        tests = node.values if isinstance(node, ast.BoolOp) else [node.test]
        if not all(map(self._fresh.is_plain, tests)):
            self._runs(*TRUTH)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._runs(*SHOWN)
        self.generic_visit(node)

    def _keyed(self, node: ast.AST) -> None:
        self._runs("__hash__", "__eq__", "keys", *ITERATION)
        self.found.sees_identity = True
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        self._runs(*COMPARISONS, *ITERATION, *TRUTH, "get", "keys")
        self._class_is_asked()
        for pattern in ast.walk(node):
            names = pattern.kwd_attrs if isinstance(pattern, ast.MatchClass) else ()
            for name in names:
                self._attribute_is_read(name, None)
        if self._program.keeps_iterators:
            self._refuse()
        self.found.sees_identity = True
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._read(node)
        self.visit(node.value)

    def _read(self, node: ast.Attribute) -> None:
        self._attribute_is_read(self._mangled(node.attr), self._family(node.value))

    def _attribute_is_read(self, name: str, family: tuple[type, ...] | None) -> None:
        self._attribute_is_looked_up()
        self._runs_where_read(name, family)

    def _attribute_is_looked_up(self) -> None:
        for special in ("__getattr__", "__getattribute__"):
            self._runs_where_called(special)
        self.found.runs.update((function, None) for function in self._program.run_by_modules)

    def _runs_where_called(self, name: str) -> None:
        if name in self._program.hidden_names:
            self._refuse()
        for class_, written in self._program.members.get(name, ()):
            self._run(written, class_)

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
        if name in self._program.hidden_names:
            self._refuse()
        for class_, written in self._program.members.get(name, ()):
            if (family is None or class_ in family) and not _is_called_as_function(written):
                self._run(written, class_)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self._refuse()
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Name):
            is_known, value = self._value(node.exc.id)
            if is_known and is_class(value):
                _make(value, self.found)
            elif not is_known and not all(map(_is_quiet_exception, self._program.classes)):
                # A variable may hold a class.
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
            if keyword.arg is None:
                self._runs("keys", *ITERATION)

    def _call_of_name(self, node: ast.Call, name: str) -> None:
        if name in self._fresh.functions:
            # Its body is gone through where it stands.
            return
        if name == self._itself and self._is_of_class():
            for class_ in self._heirs():
                _make(class_, self.found)
            return
        is_known, value = self._value(name)
        if is_known and value is getattr(builtins, name, None) and name not in self._function.__globals__:
            self._call_of_builtin(node, name)
        elif not is_known or name in self._program.stores.variables:
            self._refuse()
        elif is_a(value, FunctionType):
            self.found.runs.add((value, None))
        elif (cached := cached_function(value, self._program)) is not None:
            self.found.runs.add((cached, None))
        elif is_class(value):
            if issubclass(value, enum.Enum):
                self._runs("__hash__", "__eq__")
            _make(value, self.found)
        else:
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
            self._attribute_is_read(constant.value, None)
            return
        if name not in HARMLESS or (name == "type" and len(node.args) != 1):
            self._refuse()
            return
        if name in BY_BUILTIN:
            self._runs(*BY_BUILTIN[name])
        else:
            self._runs_any()
        if name in ("isinstance", "issubclass"):
            self._class_is_asked()
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
        if name in _INITIALISING:
            # The constructors of all bases are looked at where an object is made.
            if not (self._fills and ast.unparse(receiver) == "super()"):
                self._refuse()
            return
        if name == "__next__" or name in self._program.stores.attributes:
            self._refuse()
        if isinstance(receiver, ast.Name):
            is_known, value = self._value(receiver.id)
            if is_known and is_a(value, ModuleType):
                self._call_of_module(node, value.__name__, function.attr)
                return
        if self._program.stores.any_attribute and not is_special(name) and not self._is_fresh(receiver):
            self._refuse()
        self._attribute_is_looked_up()
        if name in CHANGING:
            self._call_of_container(node, name, receiver)
            return
        family = self._family(receiver)
        if self._runs(name, family=family):
            if not all(_is_called_as_function(written) for _, written in self._program.members.get(name, ())):
                self._refuse()
            if family is None and name in self._program.library_methods:
                self._refuse()
            if family is None and name in ("format", "format_map"):
                self._call_of_format(node, receiver)
            return
        if name in ("format", "format_map"):
            self._call_of_format(node, receiver)
            return
        if name not in CALLED_BY_NAME and (name not in READING or name in self._program.library_methods):
            self._refuse()
        self._runs(*BY_METHODS)
        for argument in node.args:
            self._iterated(argument)
            self.found.sees_identity |= not isinstance(argument, ast.Constant)

    def _call_of_module(self, node: ast.Call, module: str, name: str) -> None:
        """A function of a library."""
        if module not in HARMLESS_MODULES or name in CALLING:
            self._refuse()
        if module in ("math", "cmath") and name in OF_NUMBERS:
            self._runs(*BY_MATHEMATICS)
            return
        self._runs_any()
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            self._iterated(argument)

    def _call_of_container(self, node: ast.Call, name: str, receiver: ast.expr) -> None:
        """A method that changes its container."""
        if not self._may_change(receiver, node):
            self._refuse()
        for argument in node.args:
            self._iterated(argument)
        # What is in a container is found again by comparing it.
        self._runs(name, "__hash__", "__eq__", "__lt__")
        self.found.sees_identity = True
        for keyword in node.keywords:
            if keyword.arg == "key":
                self._called_elsewhere(keyword.value)

    def _call_of_format(self, node: ast.Call, receiver: ast.expr) -> None:
        """`text.format(…)`: what it reads of its arguments stands in the text."""
        text = receiver.value if isinstance(receiver, ast.Constant) else None
        if isinstance(receiver, ast.Name) and receiver.id not in self._program.stores.variables:
            text = self._value(receiver.id)[1]
        if not is_a(text, str) or not _has_plain_fields(text):
            self._refuse()
        self._runs(*BY_FORMATTING)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format_map":
            self._names_are_looked_up(node.args)


def _has_plain_fields(text: str) -> bool:
    """Whether the fields of a text to be formatted are arguments, and not parts of them."""
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return False
    return all(
        field is None or (not {".", "["} & set(field) and _has_plain_fields(specification or ""))
        for _, field, specification, _ in fields
    )


def _is_called_as_function(written: Any) -> bool:
    return is_a(written, FunctionType | classmethod | staticmethod)


def _make(class_: type, found: Found) -> None:
    """An object of the class is made: what then runs; nothing else may change."""
    if issubclass(class_, enum.Enum):
        found.is_known &= not any("_missing_" in vars(base) for base in class_.__mro__ if base.__module__ != "enum")
        return
    if any("__del__" in vars(base) for base in class_.__mro__):
        # What it does when it is lost.
        found.is_known = False
    elif issubclass(class_, BaseException):
        found.is_known &= _is_quiet_exception(class_)
    elif fills_itself(class_):
        found.runs.update(initialisers(class_))
    else:
        found.is_known = False


def _is_quiet_exception(class_: type) -> bool:
    """Whether making one changes nothing, where a class is one of exceptions."""
    return not issubclass(class_, BaseException) or (
        type(class_) is type
        and not any(
            is_a(vars(base).get(name), FunctionType)
            for base in class_.__mro__
            for name in ("__init__", "__new__", "__del__")
        )
    )
