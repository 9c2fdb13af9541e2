"""Whether a method that changes an object leaves it as its constructor could have made it.

An attribute is *free* where the constructor takes a parameter for it, only stores it there, and does nothing else with
it: then objects with every value of the declared type in it, whatever their other attributes are, come from the
constructor. A method that changes nothing but free attributes, and puts nothing into them but values of their types, gives no
object that was not tried. The types are those of builtin values: an object in an attribute may refer back to its owner,
and then no constructor makes it.

Read from the source. What a member that is used from outside is passed is of the types that it declares; what it passes on
to other functions may be anything.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import typing
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from pef.analysis.attributes import paired
from pef.analysis.effects import Found, Scan, all_run, is_stored, scanned
from pef.analysis.program_classes import Program, program
from pef.analysis.purity import initialising, may_refuse
from pef.analysis.static_kinds import Kinds, StaticKinds, elements_of, kinds_of_type
from pef.analysis.stored_parameters import is_plain, stored_parameters
from pef.contracts.documented_types import documented_types
from pef.source.definitions import definition_of

_CONTAINERS = frozenset({"list", "set", "dict"})
# What can be done with containers of any elements.
_TAKING = frozenset({"clear", "discard", "pop", "popitem", "remove", "reverse", "sort"})


def keeps_to_constructor(function: FunctionType, class_: type, owner: type) -> bool:
    """Whether a method that stands in a class leaves objects of a derived class as their constructor could make them."""
    if not free_attributes(class_):
        return False
    known = program(class_.__module__)
    used = scanned(known, function, owner, functools.partial(_KeepingScan, class_, True))
    look = functools.partial(_scanned_for, class_)
    return used.is_known and all_run(list(used.runs), known, lambda found: found.is_known, look) is not None


@functools.lru_cache(maxsize=2048)
def _scanned_for(class_: type, known: Program, function: FunctionType, owner: type | None) -> Found:
    """What a function does that another one calls."""
    return scanned(known, function, owner, functools.partial(_KeepingScan, class_, False))


@functools.lru_cache(maxsize=512)
def free_attributes(class_: type) -> Mapping[str, Kinds]:
    """The free attributes of a class, with the kinds of values that they are declared to hold."""
    if issubclass(class_, tuple) or may_refuse(class_):
        return {}
    if dataclasses.is_dataclass(class_) and class_.__init__.__code__.co_filename.startswith("<"):
        stored = stored_parameters(class_)
        names = {field.name: field.name for field in dataclasses.fields(class_) if field.name in stored}
        hints = _hints(class_)
    else:
        names = _stored_once(class_)
        hints = _hints(class_.__init__)
        declared = _hints(class_)
        names = {name: one for name, one in names.items() if declared.get(name, hints.get(one)) == hints.get(one)}
    if documented_types(class_, class_.__init__):
        return {}
    kinds = {name: kinds_of_type(hints.get(one, Any)) for name, one in names.items()}
    return {name: kind for name, kind in kinds.items() if kind is not None}


def _hints(source: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(source)
    except Exception:
        return {}


def _stored_once(class_: type) -> dict[str, str]:
    """Attributes by the parameters of a written constructor that are stored in them and used for nothing else."""
    bases = initialising(class_)
    definition = definition_of(vars(bases[0])["__init__"]) if len(bases) == 1 else None
    if not isinstance(definition, ast.FunctionDef) or not definition.args.args:
        return {}
    itself = definition.args.args[0].arg
    nodes = [node for statement in definition.body for node in ast.walk(statement)]
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    stores = [
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == itself
    ]
    if names.count(itself) != len(stores):
        # It looks at what it has stored, or passes the object on.
        return {}
    found: dict[str, str] = {}
    stored = stored_parameters(class_)
    target: ast.expr
    value: ast.expr | None
    for statement in definition.body:
        if isinstance(statement, ast.AnnAssign):
            target, value = statement.target, statement.value
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        else:
            continue
        if isinstance(target, ast.Attribute) and isinstance(value, ast.Name) and stores.count(target.attr) == 1:
            is_private = target.attr.startswith("__")
            if value.id in stored and names.count(value.id) == 1 and not is_private:
                found[target.attr] = value.id
    return found


class _KeepingScan(Scan):
    """Lets a method change free attributes of its object, where they keep their types."""

    def __init__(
        self,
        class_: type,
        is_used: bool,
        known: Program,
        function: FunctionType,
        owner: type | None,
        definition: ast.FunctionDef,
    ) -> None:
        super().__init__(known, function, owner, definition)
        self._fields = free_attributes(class_) if owner is not None and _is_of_object(function, class_, owner) else {}
        self._put: dict[int, ast.expr | None] = {}
        """What is assigned to a target, by its identity."""
        given: dict[str, Kinds] = {}
        if is_used:
            kinds = {name: kinds_of_type(hint) for name, hint in _hints(function).items()}
            given = {name: kind for name, kind in kinds.items() if kind is not None}
        self._kinds = StaticKinds(definition, given, self._kinds_of_attribute, self._is_builtin)

    def _is_builtin(self, name: str) -> bool:
        return name not in self._fresh.bound and name not in self._function.__globals__ and self._value(name)[0]

    def _kinds_of_attribute(self, node: ast.Attribute) -> Kinds | None:
        is_own = isinstance(node.value, ast.Name) and node.value.id == self._itself
        return self._fields.get(node.attr) if is_own else None

    def _free(self, target: ast.Attribute) -> Kinds | None:
        """What an attribute may be given, where it is a free one of the object."""
        kinds = self._kinds_of_attribute(target)
        return kinds if kinds is not None and self._is_stored_everywhere(target.attr) else None

    def _is_stored_everywhere(self, name: str) -> bool:
        """Whether no class of the program runs code where an attribute of this name is assigned."""
        members = self._program.members
        is_stored_in_all = all(
            is_plain(class_, name) or is_stored(written) for class_, written in members.get(name, ())
        )
        return is_stored_in_all and not any(_is_written(assign) for _, assign in members.get("__setattr__", ()))

    # What is put where.

    def visit_Assign(self, node: ast.Assign) -> None:  # noqa: N802 (the name that a visitor needs)
        for target in node.targets:
            self._put |= {id(one): value for one, value in paired(target, node.value)}
        super().visit_Assign(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # noqa: N802 (the name that a visitor needs)
        self._put[id(node.target)] = node.value
        super().visit_AnnAssign(node)

    def _store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            free = self._free(target)
            if free is not None and self._kinds.fits(self._put.get(id(target)), free):
                return
        super()._store(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:  # noqa: N802 (the name that a visitor needs)
        target = node.target
        held = self._kinds.of(target)
        if held is None or (isinstance(target, ast.Attribute) and self._free(target) is None):
            super().visit_AugAssign(node)
            return
        if not self._keeps(node, held):
            self._refuse()
        self.visit(node.value)
        if isinstance(target, ast.Subscript):
            if not self._is_container(target.value):
                self._refuse()
            self.visit(target)

    def _keeps(self, node: ast.AugAssign, held: Kinds) -> bool:
        """Whether what has values of these kinds still has after an assignment with an operator."""
        for name, *parts in held:
            if name in _CONTAINERS:
                # It is changed in place, with any iterable.
                added = elements_of(self._kinds.of(node.value))
                return len(held) == 1 and name != "dict" and added is not None and added <= parts[0]
        given = self._kinds.of_operator(node.op, held, self._kinds.of(node.value))
        return given is not None and given <= held

    def _is_container(self, node: ast.expr) -> bool:
        kinds = self._kinds.of(node)
        return bool(kinds) and all(kind[0] in _CONTAINERS for kind in kinds or ())

    def _may_change(self, container: ast.expr, change: ast.Call | ast.Subscript) -> bool:
        kinds = self._kinds.of(container)
        if kinds is None:
            return super()._may_change(container, change)
        if not self._is_container(container) or len(kinds) != 1:
            return False
        name, *parts = next(iter(kinds))
        if isinstance(change, ast.Subscript):
            return self._may_set(name, parts, change)
        return self._may_call(name, parts, change)

    def _may_set(self, name: str, parts: list[Kinds], target: ast.Subscript) -> bool:
        value = self._put.get(id(target))
        if isinstance(target.slice, ast.Slice):
            added = elements_of(self._kinds.of(value))
            return name == "list" and added is not None and added <= parts[0]
        if name == "dict":
            return self._kinds.fits(target.slice, parts[0]) and self._kinds.fits(value, parts[1])
        return name == "list" and self._kinds.fits(value, parts[0])

    def _may_call(self, name: str, parts: list[Kinds], call: ast.Call) -> bool:
        """Whether a method that changes a container keeps the kinds of its elements."""
        assert isinstance(call.func, ast.Attribute)
        method, arguments = call.func.attr, call.args
        if method in _TAKING:
            return True
        if call.keywords or any(isinstance(one, ast.Starred) for one in arguments):
            return False
        if (name, method) in (("list", "append"), ("set", "add")):
            return len(arguments) == 1 and self._kinds.fits(arguments[0], parts[0])
        if (name, method) == ("list", "insert"):
            return len(arguments) == 2 and self._kinds.fits(arguments[1], parts[0])
        if (name, method) == ("dict", "setdefault"):
            return len(arguments) == 2 and all(map(self._kinds.fits, arguments, parts))
        if name == "dict":
            # What is taken over from another one of the same kind.
            return method == "update" and all(self._kinds.of(one) == frozenset({(name, *parts)}) for one in arguments)
        added = [elements_of(self._kinds.of(one)) for one in arguments]
        return all(one is not None and one <= parts[0] for one in added)


def _is_of_object(function: FunctionType, class_: type, owner: type) -> bool:
    """Whether the first parameter of a function in a class body is an object of the class."""
    written = vars(owner).get(function.__name__)
    functions = (written.fget, written.fset) if isinstance(written, property) else (written,)
    return issubclass(class_, owner) and function in functions


def _is_written(assign: Any) -> bool:
    """Whether it is code of the program, and not what a frozen data class has."""
    return not (isinstance(assign, FunctionType) and assign.__code__.co_filename.startswith("<"))
