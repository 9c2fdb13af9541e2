"""The members of a class whose use may change an object: what is worth doing with it before the target is called.

A member counts unless it is proven that it only reads (`pef.analysis.effects`), or that it gives no state that the
constructor could not give (`pef.analysis.kept_types`). Methods and special methods are called,
properties that can be set are set, attributes that are computed when they are read are read. Private members are not
used: their class uses them.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from pef.analysis.worlds import is_of_program
from pef.inputs.objects.pydantic_models import is_model
from pef.looks import attribute_of, has_attribute, is_a, unwrapped
from pef.startup.clean_imports import of_library
from pef.startup.records import Record

# Special methods that belong to making objects, classes and copies of them, or that are asked before anything else is.
_NOT_USED = frozenset(
    [
        "__init__",
        "__new__",
        "__del__",
        "__init_subclass__",
        "__class_getitem__",
        "__set_name__",
        "__subclasshook__",
        "__post_init__",
        "__attrs_post_init__",
        "__attrs_pre_init__",
        "__attrs_init__",
        "__reduce__",
        "__reduce_ex__",
        "__getstate__",
        "__setstate__",
        "__copy__",
        "__deepcopy__",
        "__getnewargs__",
        "__getnewargs_ex__",
        "__getattribute__",
        "__setattr__",
        "__delattr__",
        "__replace__",
        "__dir__",
        "__sizeof__",
        "__instancecheck__",
        "__subclasscheck__",
    ]
)
# Library classes whose methods leave their objects as they are.
_QUIET_MODULES = frozenset({"abc", "typing", "typing_extensions", "enum", "numbers"})


class Use(enum.Enum):
    """What is done with a member."""

    CALL = "call"
    SET = "set"
    READ = "read"
    LEAVE = "leave"
    """The end of a `with` statement without an exception."""
    NONE = "none"
    """It cannot be used from outside in one step, or with any argument of its type."""


class Member(Record):
    """One member of a class."""

    name: str
    use: Use
    written: Any = None
    """The function that takes the arguments."""
    given: int = 1
    """How many of its parameters are given without being passed."""
    key: str = ""
    """A name for this use in conditions, where the name of the member stands for another."""

    @property
    def shown(self) -> str:
        """By what conditions name this use."""
        return self.key or self.name

    def signature(self) -> inspect.Signature:
        """What is passed; a `ValueError` or `TypeError` where that is not known."""
        if self.written is None:
            return inspect.Signature()
        whole = inspect.signature(self.written)
        return whole.replace(parameters=list(whole.parameters.values())[self.given :])

    def function(self, object_: Any) -> Callable[..., Any]:
        """What uses the member of an object, given the arguments."""
        if self.use is Use.SET:
            return functools.partial(setattr, object_, self.name)
        if self.use is Use.READ:
            return functools.partial(getattr, object_, self.name)
        if self.use is Use.LEAVE:
            return functools.partial(getattr(object_, self.name), None, None, None)
        return getattr(object_, self.name)  # type: ignore[no-any-return]

    def text(self, variable: str, arguments: str) -> str:
        """The use as an expression."""
        if self.use is Use.SET:
            return f"setattr({variable}, {self.name!r}, {arguments})"
        if self.use is Use.READ:
            return f"{variable}.{self.name}"
        if self.use is Use.LEAVE:
            return f"{variable}.{self.name}(None, None, None)"
        return f"{variable}.{self.name}({arguments})"


def changing_members(class_: type) -> Iterator[Member]:
    """The members that may change an object of the class, in the order in which they were written."""
    seen: set[str] = set()
    for base in class_.__mro__:
        if base is object or base.__module__ in _QUIET_MODULES:
            continue
        if not _is_known(base):
            if not _is_quiet(base) and not is_model(class_):
                yield Member(f"any method of {base.__qualname__}", Use.NONE)
            continue
        # Reading a method may add to its class: what was found out about it is kept there.
        for name, written in list(vars(base).items()):
            if name in seen or name in _NOT_USED:
                continue
            seen.add(name)
            if name.startswith("_") and not (name.startswith("__") and name.endswith("__")):
                continue
            yield from (use for use in _uses(name, written, base) if not _keeps_to_states(use, written, class_, base))


def _keeps_to_states(member: Member, written: Any, class_: type, owner: type) -> bool:
    """Whether a use gives no state that the constructor could not give."""
    with of_library():
        from pef.analysis.kept_types import keeps_to_constructor
    if isinstance(written, property):
        written = written.fset if member.use is Use.SET else written.fget
    return isinstance(written, FunctionType) and keeps_to_constructor(written, class_, owner)


def _is_known(class_: type) -> bool:
    """Whether the methods of a class are followed: those of libraries are not."""
    return is_of_program(class_) or (class_.__module__ in sys.stdlib_module_names and class_.__module__ != "builtins")


def _is_quiet(class_: type) -> bool:
    """Whether objects of a class that is not followed stay as they are."""
    return issubclass(class_, int | float | complex | str | bytes | tuple | frozenset | BaseException)


def _uses(name: str, written: Any, owner: type) -> Iterator[Member]:
    # Only programs with classes need it, and the tables it is made of take long to load.
    with of_library():
        from pef.analysis.effects import is_stored, only_reads
    if is_a(written, property):
        if written.fget is not None and not only_reads(written, owner):
            yield Member(name, Use.READ)
        if is_a(written.fset, FunctionType):
            yield Member(name, Use.SET, written.fset, key=f"set_{name}")
        return
    if is_of_program(type(written)) and has_attribute(type(written), "__get__"):
        # A descriptor that the program has written.
        if not only_reads(written, owner):
            yield Member(name, Use.READ)
        if is_a(attribute_of(type(written), "__set__", None), FunctionType):
            yield Member(name, Use.SET, type(written).__set__, 2, key=f"set_{name}")
        return
    if is_a(written, functools.cached_property):
        yield Member(name, Use.READ)
        return
    if is_a(written, type) or not has_attribute(type(written), "__get__") or is_stored(written):
        return
    if only_reads(written, owner):
        return
    if not is_a(written, FunctionType | staticmethod | classmethod):
        # What Python itself knows by such a name is no method.
        if not name.startswith("__"):
            yield Member(name, Use.NONE)
        return
    function = written.__func__ if is_a(written, staticmethod | classmethod) else written
    if name.startswith("__") and not is_a(unwrapped(function), FunctionType):
        # A decorator of the class around what all objects have.
        return
    if not is_a(function, FunctionType) or not runs_at_once(function) or name == "__getattr__":
        yield Member(name, Use.NONE)
        return
    if name == "__exit__":
        yield Member(name, Use.LEAVE)
        return
    yield Member(name, Use.CALL, function, 0 if is_a(written, staticmethod) else 1)


def runs_at_once(function: FunctionType) -> bool:
    return not (
        inspect.iscoroutinefunction(function)
        or inspect.isgeneratorfunction(function)
        or inspect.isasyncgenfunction(function)
    )
