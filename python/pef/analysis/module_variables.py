"""Which variables outside of itself a function reads and changes, read from its source.

A variable is a global, an attribute of a class or function, a variable of a closure, or a default that is kept from call to
call. What a function changes by ways that are not seen here (an alias in a container, a library) the engine notices when it
runs; so this decides which calls are worth making, and not what is proven.
"""

from __future__ import annotations

import ast
import functools
import types
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from pef.analysis.caches import CACHED, is_unseen_cache
from pef.analysis.effect_tables import CHANGING
from pef.analysis.program_classes import Program
from pef.looks import attribute_of, classes_of, has_member, is_a, label_of, members_of, namespace_of, unwrapped
from pef.source.definitions import definition_of, is_class
from pef.startup.records import Record, field

Variable = tuple[str, str]
"""The module, and a dotted name in it."""

# What is added to these without being looked at makes no difference to who adds it.
_ADDING = {"append", "appendleft", "extend"}
_GROWING = (list, deque)
# Methods by which objects of libraries are changed.
_CHANGING = CHANGING | {"put", "put_nowait", "get_nowait", "send", "write", "set", "release", "acquire"}
_UNCHANGEABLE = (int, float, complex, str, bytes, type(None), frozenset)
_CONSTRUCTORS = ("__new__", "__init__", "__post_init__")
_MOST = 2_000


class Uses(Record, frozen=False):
    """What some code does with variables outside of it."""

    reads: set[Variable] = field(default_factory=set)
    changes: set[Variable] = field(default_factory=set)
    adds: set[Variable] = field(default_factory=set)
    """Changed in a way that does not depend on what they are, as long as they stay of their type."""
    replaces: set[Variable] = field(default_factory=set)
    """Given another value, which may be of another type."""
    calls: set[FunctionType] = field(default_factory=set)

    def add(self, other: Uses) -> None:
        self.reads |= other.reads
        self.changes |= other.changes
        self.adds |= other.adds
        self.replaces |= other.replaces


def uses_of(function: FunctionType, known: Program) -> Uses:
    """What a function and all that it calls do, as far as is seen."""
    whole = Uses()
    names = {module.__name__ for module in known.modules}
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting and len(seen) < _MOST:
        one = waiting.pop()
        # A library is taken to keep nothing; what its decorators are around is the program's.
        if one in seen or one.__globals__.get("__name__") not in names:
            continue
        seen.add(one)
        own = _own_uses(one, known)
        whole.add(own)
        waiting += own.calls
    return whole


@functools.lru_cache(maxsize=4096)
def _own_uses(function: FunctionType, known: Program) -> Uses:
    definition = definition_of(function.__code__)
    if definition is None:
        return Uses(reads=set(_names_in(function.__code__, str(function.__globals__.get("__name__")))))
    reader = _Reader(function, known, definition)
    for statement in definition.body:
        reader.visit(statement)
    return reader.found


class _Reader(ast.NodeVisitor):
    """Goes through the definition of one function."""

    def __init__(
        self, function: FunctionType, known: Program, definition: ast.FunctionDef | ast.AsyncFunctionDef
    ) -> None:
        self._function = function
        self._known = known
        self.found = Uses()
        self._owner = _owner(function)
        parameters = [one.arg for one in (*definition.args.posonlyargs, *definition.args.args)]
        self._itself = parameters[0] if parameters and self._owner is not None else None
        declared = {name for node in ast.walk(definition) if isinstance(node, ast.Global) for name in node.names}
        self._local = set(_local_names(function.__code__)) - declared - set(function.__code__.co_freevars)
        self._aliases: dict[str, tuple[Variable, Any]] = {}
        for name, default in _defaults(function):
            self._aliases[name] = ((function.__module__, f"{function.__qualname__}.__defaults__.{name}"), default)
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                held = self._held(node.value) if node.targets[0].id in self._local else None
                if held is not None and not is_a(held[1], _UNCHANGEABLE):
                    self._aliases[node.targets[0].id] = held

    # What expressions stand for.

    def _held(self, node: ast.expr) -> tuple[Variable, Any] | None:
        """The variable that an expression is the value of, or a part of, and that value."""
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Subscript):
            inner = self._held(node.value)
            return None if inner is None or is_class(inner[1]) else (inner[0], _UNKNOWN)
        if not isinstance(node, ast.Attribute):
            return None
        class_ = self._class(node.value)
        if class_ is not None:
            return _attribute_of_class(class_, node.attr)
        inner = self._held(node.value)
        if inner is None:
            return None
        variable, value = inner
        if is_a(value, ModuleType):
            return (value.__name__, node.attr), namespace_of(value).get(node.attr, _UNKNOWN)
        if is_class(value):
            return _attribute_of_class(value, node.attr) or ((variable[0], f"{variable[1]}.{node.attr}"), _UNKNOWN)
        if is_a(value, FunctionType):
            attributes = namespace_of(value)
            return (variable[0], f"{variable[1]}.{node.attr}"), attributes.get(node.attr, _UNKNOWN)
        return variable, _UNKNOWN

    def _class(self, node: ast.expr) -> type | None:
        """The class that `self`, `cls`, `type(self)` or `self.__class__` is of, or is."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type" and node.args:
            node = node.args[0]
        elif isinstance(node, ast.Attribute) and node.attr == "__class__":
            node = node.value
        return self._owner if isinstance(node, ast.Name) and node.id == self._itself else None

    def _named(self, name: str) -> tuple[Variable, Any] | None:
        if name in self._aliases:
            return self._aliases[name]
        code = self._function.__code__
        if name in code.co_freevars and self._function.__closure__ is not None:
            cell = self._function.__closure__[code.co_freevars.index(name)]
            try:
                value = cell.cell_contents
            except ValueError:
                value = _UNKNOWN
            return (self._function.__module__, f"{self._function.__name__}.{name}@{id(cell)}"), value
        if name in self._local:
            return None
        scope = self._function.__globals__
        return (str(scope.get("__name__")), name), scope.get(name, _UNKNOWN)

    # Reading.

    def _read(self, node: ast.expr) -> bool:
        held = self._held(node)
        if held is None:
            return False
        variable, value = held
        if is_a(value, FunctionType):
            self.found.calls |= {one for one in (value, unwrapped(value)) if is_a(one, FunctionType)}
        elif is_class(value):
            self._made(value)
        elif type(value) is CACHED and isinstance(value.__wrapped__, FunctionType):
            self.found.calls.add(value.__wrapped__)
            if not is_unseen_cache(value, self._known):
                self.found.changes.add(variable)
        self.found.reads.add(variable)
        return True

    def _made(self, class_: type) -> None:
        for name in _CONSTRUCTORS:
            written = attribute_of(class_, name, None)
            if is_a(written, FunctionType):
                self.found.calls.add(written)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._read(node)
        else:
            self._replaced(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._replaced(node)
            self.visit(node.value)
            return
        self._read(node)
        for _, written in self._known.members.get(node.attr, ()):
            function = written.fget if is_a(written, property) else written
            function = written.__func__ if is_a(written, classmethod | staticmethod) else function
            if is_a(function, FunctionType):
                self.found.calls.add(function)
        self.visit(node.value)

    # Changing.

    def _replaced(self, node: ast.expr) -> None:
        """Something is assigned to a name or an attribute, or it is deleted."""
        if isinstance(node, ast.Name):
            if node.id in self._local:
                return
            held = self._named(node.id)
        else:
            assert isinstance(node, ast.Attribute)
            if isinstance(node.value, ast.Name) and node.value.id == self._itself and not self._is_class_method:
                # An attribute of the object itself.
                return
            held = self._held(node)
        if held is not None:
            self.found.changes.add(held[0])
            self.found.replaces.add(held[0])

    @functools.cached_property
    def _is_class_method(self) -> bool:
        written = members_of(self._owner).get(self._function.__name__) if self._owner is not None else None
        return is_a(written, classmethod)

    def _changed(self, node: ast.expr) -> None:
        held = self._held(node)
        if held is not None and not is_a(held[1], _UNCHANGEABLE):
            self.found.changes.add(held[0])

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._changed(node.value)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        held = self._held(node.target) if isinstance(node.target, ast.Name | ast.Attribute) else None
        is_counted = isinstance(node.op, ast.Add | ast.Sub) and isinstance(node.value, ast.Constant)
        is_counted = is_counted and isinstance(getattr(node.value, "value", None), int)
        if isinstance(node.target, ast.Name) and node.target.id in self._local and node.target.id not in self._aliases:
            held = None
        if held is not None and is_counted and type(held[1]) is int:
            self.found.changes.add(held[0])
            self.found.adds.add(held[0])
            return
        if held is not None:
            self.found.reads.add(held[0])
            self.found.changes.add(held[0])
        elif isinstance(node.target, ast.Subscript):
            self._changed(node.target.value)
        for part in (node.target, node.value):
            self.visit(part)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _ADDING:
            held = self._held(call.func.value)
            if held is not None and type(held[1]) in _GROWING:
                self.found.changes.add(held[0])
                self.found.adds.add(held[0])
                for argument in call.args:
                    self.visit(argument)
                return
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute):
            self._method_called(function)
        elif isinstance(function, ast.Name) and function.id in ("next", "setattr", "delattr") and node.args:
            self._changed(node.args[0])
        else:
            called = self._held(function) if isinstance(function, ast.Name) else None
            if called is not None and isinstance(called[1], FunctionType):
                # What it is given it may change.
                for argument in node.args:
                    held = self._held(argument)
                    if held is not None and not _is_fixed(held[1]) and not _only_reads(called[1], None):
                        self.found.changes.add(held[0])
        self.generic_visit(node)

    def _method_called(self, function: ast.Attribute) -> None:
        held = self._held(function.value)
        if held is None or _is_fixed(held[1]):
            return
        members = [(class_, one) for class_, one in self._known.members.get(function.attr, ()) if _has(held[1], class_)]
        if members:
            if not all(_only_reads(written, class_) for class_, written in members):
                self.found.changes.add(held[0])
        elif function.attr in _CHANGING:
            self.found.changes.add(held[0])

    def visit_For(self, node: ast.For) -> None:
        held = self._held(node.iter)
        if held is not None and has_member(type(held[1]), "__next__"):
            self.found.changes.add(held[0])
        self.generic_visit(node)


class _Unknown:
    """Stands for a value that is not known."""


_UNKNOWN = _Unknown()


def _is_fixed(value: Any) -> bool:
    """Whether nothing that is done with a value changes it, apart from assigning its attributes."""
    return is_a(value, (*_UNCHANGEABLE, FunctionType, ModuleType, types.BuiltinFunctionType, type))


def _has(value: Any, class_: type) -> bool:
    return value is _UNKNOWN or class_ in classes_of(type(value))


def _only_reads(member: Any, owner: type | None) -> bool:
    from pef.analysis.effects import only_reads

    return only_reads(member, owner)


def _attribute_of_class(class_: type, name: str) -> tuple[Variable, Any] | None:
    """Data that a class has for all its objects."""
    for base in classes_of(class_):
        if name in members_of(base):
            value = members_of(base)[name]
            is_data = not has_member(type(value), "__get__")
            owner = label_of(base, "__qualname__")
            return ((label_of(base, "__module__"), f"{owner}.{name}"), value) if is_data else None
    return None


def _owner(function: FunctionType) -> type | None:
    """The class in whose body a function stands."""
    found: Any = None
    for name in function.__qualname__.split(".")[:-1]:
        found = (
            function.__globals__.get(name)
            if found is None
            else members_of(found).get(name)
            if is_class(found)
            else None
        )
        if found is None:
            return None
    return found if is_class(found) else None


def _local_names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_varnames
    yield from code.co_cellvars
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from (name for name in constant.co_varnames if name not in code.co_names)


def _names_in(code: types.CodeType, module: str) -> Iterator[Variable]:
    """Of code whose source is not known."""
    yield from ((module, name) for name in code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant, module)


def _defaults(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Parameters whose default is an object that is kept from call to call."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    given = function.__defaults__ or ()
    pairs = [*zip(names[len(names) - len(given) :], given, strict=True), *(function.__kwdefaults__ or {}).items()]
    return ((name, value) for name, value in pairs if type(value) in (list, dict, set))
