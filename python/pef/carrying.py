"""What a program that uses the library has changed in its modules, carried over to the rewritten ones.

Those are imported anew, so their globals are what the source makes of them; those of the program may be something else
by now. What is plain data is copied: the globals of modules, and the attributes of classes and of objects that they
hold. Of anything else that is not what the source makes of it (a function that was replaced), it is said that it is not
followed, if code that the target may run mentions its name. Objects of C are taken to be the same where they are of one
type.
"""

from __future__ import annotations

import copy
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pef.definitions import is_class
from pef.loading import LoadedTarget

_ATOMS = (int, float, complex, str, bytes, type(None), type(...))
_MISSING = object()


def carry_over(target: LoadedTarget) -> list[str]:
    """Make the rewritten modules what the plain ones are; says what could not be."""
    carrying = _Carrying(target.rewritten_modules)
    for name, module in target.plain_modules.items():
        twin = target.rewritten_modules.get(name)
        if twin is not None and twin is not module:
            carrying.align(name, vars(module), vars(twin), functools.partial(setattr, twin))
    if not carrying.differing:
        return []
    mentioned = _mentioned(target)
    return [
        f"{holder}.{name} is not what its module makes it, which is not followed"
        for holder, name in carrying.differing
        if name in mentioned
    ]


class _Carrying:
    def __init__(self, modules: dict[str, ModuleType]) -> None:
        self._modules = modules
        self._seen: set[int] = set()
        self.differing: list[tuple[str, str]] = []
        """What could not be carried over: where, and under which name."""

    def align(self, name: str, plain: Any, twin: Any, assign: Callable[[str, Any], None]) -> None:
        """Names and values of a module, class or object, and those of its twin."""
        for key, value in list(plain.items()):
            if key.startswith("__") and key.endswith("__"):
                continue
            other = twin.get(key, _MISSING)
            if value is other or isinstance(value, ModuleType):
                continue
            if is_plain(value):
                if not is_same(value, other):
                    self._assign(name, key, copy.deepcopy(value), assign)
            elif other is _MISSING or not _is_of_one_kind(value, other):
                self.differing.append((name, key))
            else:
                self._inside(f"{name}.{key}", value, other)

    def _assign(self, name: str, key: str, value: Any, assign: Callable[[str, Any], None]) -> None:
        try:
            assign(key, value)
        except Exception:
            # A class can refuse it.
            self.differing.append((name, key))

    def _inside(self, name: str, value: Any, other: Any) -> None:
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        class_ = value if is_class(value) else type(value)
        if class_.__module__ not in self._modules:
            return
        if is_class(value):
            self.align(name, vars(value), vars(other), functools.partial(setattr, other))
        elif isinstance(getattr(value, "__dict__", None), dict):
            attributes = other.__dict__
            self.align(name, value.__dict__, attributes, attributes.__setitem__)


def _mentioned(target: LoadedTarget) -> set[str]:
    """The names in all code that a call of the target may run, whatever has these names."""
    known: dict[str, list[CodeType]] = {}
    for module in target.plain_modules.values():
        for name, value in list(vars(module).items()):
            members = list(vars(value).values()) if is_class(value) else []
            for one in (value, *members):
                for code in _codes(one):
                    known.setdefault(name, []).append(code)
                    known.setdefault(code.co_name, []).append(code)
    native = inspect.unwrap(target.native)
    names = {word for kind in getattr(native, "__annotations__", {}).values() for word in re.findall(r"\w+", str(kind))}
    names.update(*(_names_in(code) for code in _codes(native)))
    if target.owner is not None:
        names.add(target.owner.__name__)
    found: set[str] = set()
    while names:
        name = names.pop()
        found.add(name)
        for code in known.pop(name, ()):
            names |= _names_in(code) - found
    return found


def _codes(value: Any) -> list[CodeType]:
    """The code of a function, or of what a class keeps in place of one."""
    functions = [getattr(value, name, None) for name in ("fget", "fset", "fdel", "__func__", "func")]
    return [one.__code__ for one in (value, *functions) if isinstance(one, FunctionType)]


def _names_in(code: CodeType) -> set[str]:
    nested = (_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    # Attributes are also asked for by their names as texts.
    texts = (constant for constant in code.co_consts if isinstance(constant, str) and constant.isidentifier())
    return {*code.co_names, *texts}.union(*nested)


def is_plain(value: Any) -> bool:
    """Whether a value is data all through: it can be copied, and compared by what is in it."""
    return all(type(part) in _ATOMS or type(part) is bool or type(part) in _CONTAINERS for part in _parts(value))


_CONTAINERS = (list, tuple, dict, set, frozenset)


def _parts(value: Any) -> Iterator[Any]:
    """A value and all that is in it, containers that hold themselves once."""
    waiting, seen = [value], set()
    while waiting:
        part = waiting.pop()
        yield part
        if type(part) in _CONTAINERS and id(part) not in seen:
            seen.add(id(part))
            waiting += [*part, *part.values()] if type(part) is dict else part


def is_same(one: Any, two: Any) -> bool:
    """Whether two plain values are equal, of the same types, and in the same order."""
    return type(one) is type(two) and (one is two or repr(one) == repr(two))


def _is_of_one_kind(value: Any, other: Any) -> bool:
    """Whether something that is no data may be what the source makes of it."""
    if isinstance(value, FunctionType) and isinstance(other, FunctionType):
        return _definition(value) == _definition(other)
    if is_class(value) and is_class(other):
        return (value.__module__, value.__qualname__) == (other.__module__, other.__qualname__)
    one, two = type(value), type(other)
    return (one.__module__, one.__qualname__) == (two.__module__, two.__qualname__)


def _definition(function: FunctionType) -> tuple[str, str, int]:
    code = function.__code__
    return function.__module__, code.co_qualname if hasattr(code, "co_qualname") else code.co_name, code.co_firstlineno
