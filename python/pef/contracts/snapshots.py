"""What evaluating a contract changes: the objects it is about, and the globals that its functions know.

A picture is taken before and after: every object that can change, with the identities of its parts. Nothing of the
program is called for it. Not seen is what is inside of C objects, and what a method of an argument does to globals.

Among symbolic values, looking is not to decide anything, and elements of containers are made when they are needed: there a
picture has the attributes of objects only. It is needed all the same: what is assigned may happen to be the plain value
that was there before.
"""

from __future__ import annotations

import dis
import functools
import inspect
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from pef.looks import attribute_of, is_a, text_of, unwrapped
from pef.source.definitions import is_class

Scope = dict[str, Any]
Picture = dict[int, tuple[Any, list[Any]]]

# More is a table that a clause looks up, and would be looked through for every run.
_LIMIT = 5_000
# The engine does not export the type of what has no value yet; nothing else shows it.
_UNDECIDED = "<class 'undecided'>"
_ATOMS = (int, float, complex, str, bytes, type(None), range, ModuleType, FunctionType)


def picture(roots: Iterable[Any], *, symbolic: bool = False) -> Picture:
    """Everything that can change below `roots`, by identity, with its parts."""
    found: Picture = {}
    waiting = list(roots)
    while waiting and len(found) < _LIMIT:
        value = waiting.pop()
        if is_a(value, _ATOMS) or id(value) in found:
            continue
        parts = _symbolic_parts(value) if symbolic else parts_of(value)
        found[id(value)] = value, parts
        waiting += parts
    return found


def is_changed(before: Picture, after: Picture) -> bool:
    """Whether an object that was there before has other parts now."""
    for key, (_, parts) in before.items():
        now = after.get(key)
        if now is None:
            # What it was a part of has changed, and is seen to have.
            continue
        if len(now[1]) != len(parts):
            return True
        if not all(one is two or _is_same(one, two) for one, two in zip(parts, now[1], strict=True)):
            return True
    return False


def _is_same(one: Any, two: Any) -> bool:
    if repr(type(one)) == _UNDECIDED:
        # An attribute that is read for the first time gets its value then.
        return True
    # The only parts that are made anew for each picture.
    return type(one) is type(two) and type(one) in (bytes, str) and one == two


def has_parts(value: Any) -> bool:
    """Whether a symbolic picture has anything of this value."""
    return _is_of_program(type(value).__module__) and not is_a(value, type)


def _symbolic_parts(value: Any) -> list[Any]:
    kind = type(value)
    if not has_parts(value):
        return []
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):
        return []
    return _of_dictionary(attributes, kind) if type(attributes) is dict else []


def parts_of(value: Any) -> list[Any]:
    """The elements and attributes of an object, with their keys and names."""
    kind = type(value)
    parts: list[Any] = []
    if is_class(value):
        if _is_of_program(value.__module__):
            for name, attribute in vars(value).items():
                parts += (name, attribute)
        return parts
    if issubclass(kind, list | tuple | deque):
        base = next(base for base in (list, tuple, deque) if issubclass(kind, base))
        parts += base.__iter__(value)
    elif issubclass(kind, dict):
        for key, element in dict.items(value):
            parts += (key, element)
    elif issubclass(kind, set | frozenset):
        parts += (set if issubclass(kind, set) else frozenset).__iter__(value)
    elif issubclass(kind, bytearray):
        parts.append(bytes(value))
    parts += _attributes(value, kind)
    return parts


def _attributes(value: Any, kind: type) -> Iterator[Any]:
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):
        attributes = None
    if type(attributes) is dict:
        yield from _of_dictionary(attributes, kind)
    for name, member in _slots(kind):
        try:
            attribute = member.__get__(value, kind)
        except AttributeError:
            continue
        yield name
        yield attribute


# Asked about every object that a clause can reach, twice for each clause and path.
@functools.lru_cache(maxsize=1_000)
def _slots(kind: type) -> list[tuple[str, Any]]:
    """The slots that classes of the program gave to objects of a type."""
    classes = [base for base in kind.__mro__ if _is_of_program(base.__module__)]
    members = [entry for base in classes for entry in vars(base).items()]
    return [(name, member) for name, member in members if is_a(member, MemberDescriptorType)]


def _of_dictionary(attributes: dict[str, Any], kind: type) -> list[Any]:
    """The attributes of an object, except what is computed once and kept, which is no change that anybody could see."""
    parts: list[Any] = []
    for name, attribute in attributes.items():
        if not is_a(inspect.getattr_static(kind, name, None), functools.cached_property):
            parts += (name, attribute)
    return parts


def globals_reached(function: Any) -> list[tuple[Scope, str]]:
    """The globals that a function and those it calls by name may use: the namespaces, and the names in them."""
    found: dict[tuple[int, str], tuple[Scope, str]] = {}
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        known = unwrapped(waiting.pop())
        code = attribute_of(known, "__code__", None)
        if code is None or id(code) in seen:
            continue
        seen.add(id(code))
        scope: Scope = known.__globals__
        waiting += [cell for cell in _contents(known) if is_a(cell, FunctionType)]
        for name in _names(code):
            if name not in scope or (id(scope), name) in found:
                continue
            found[id(scope), name] = scope, name
            value = scope[name]
            if not _is_of_program(text_of(value, "__module__") or ""):
                continue
            waiting += [value] if callable(value) else []
            waiting += (
                [member for member in vars(value).values() if is_a(member, FunctionType)] if is_class(value) else []
            )
    return list(found.values())


def _contents(function: Any) -> Iterator[Any]:
    for cell in attribute_of(function, "__closure__", None) or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue


@functools.lru_cache(maxsize=1_000)
def _names(code: CodeType) -> list[str]:
    """The global names in a code and in those inside of it."""
    names = [
        str(instruction.argval)
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
    ]
    inside = (constant for constant in code.co_consts if is_a(constant, CodeType))
    return [*names, *(name for constant in inside for name in _names(constant))]


@functools.cache
def _is_of_program(module: str) -> bool:
    top = module.partition(".")[0]
    return top not in sys.stdlib_module_names and top != "pef"
