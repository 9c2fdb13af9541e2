"""Makers: what the engine calls to make an object of a class in a symbolic run, and to describe it for the plain one.

A maker has `symbolic(args, kwargs)`, which gives whether there is such an object and the object, `described(args,
kwargs)`, `test(name)`, a condition by which its objects are told from others, and `is_pure`: whether the object may as well be made later, when the program first needs it.

Invariant: a constructor whose code cannot see terms is noted: what it makes of its arguments weakens the verdict.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from pef import _engine
from pef.analysis.worlds import world_class
from pef.contracts.expressions import ContractRaised
from pef.contracts.monitor import Preparation
from pef.contracts.replacing import without_checks
from pef.errors import PefError, RunStopped
from pef.inputs.objects.descriptions import Call
from pef.looks import has_attribute, is_a
from pef.rewriting import import_hook

# These end a run for reasons of their own.
_PASSING = (RunStopped, ContractRaised, KeyboardInterrupt, PefError)
_UNWRITTEN = (object.__init__, object.__new__, type.__call__)


def is_passing(error: BaseException) -> bool:
    """Whether an exception is none of the program's."""
    return isinstance(error, _PASSING)


class ClassMaker:
    """Makes objects by calling a class."""

    is_shareable = True
    """Whether one of its objects may be in two places."""

    def __init__(
        self,
        class_: type,
        *,
        is_named: bool,
        is_pure: bool,
        may_refuse: bool,
        stores_undecided: bool,
        assumed: Mapping[str, str],
        replaced: frozenset[str],
    ) -> None:
        self.class_ = class_
        self.is_pure = is_pure
        self.may_refuse = may_refuse
        self.assumed = assumed
        """What was taken for the types of parameters of the constructor that declare none."""
        self.replaced = replaced
        """Parameters of the constructor that no attribute of their name holds: they are not named like one."""
        self._is_named = is_named
        self._stores_undecided = stores_undecided
        self.refused: str | None = None
        """How the constructor last refused its arguments."""

    def test(self, name: str) -> str:
        """A condition that holds of the objects, as Python."""
        return _class_test(self.class_, name)

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        """Whether the constructor accepts the arguments, and the object."""
        class_ = world_class(self.class_) if self._is_named else self.class_
        if not self._stores_undecided:
            pass
        elif import_hook.is_rewritten(sys.modules.get(class_.__module__)):
            _engine.decide_attributes(class_)
        else:
            # The class is the program's own, and stays as it is.
            args = [_engine.decided(value) for value in args]
            kwargs = [(name, _engine.decided(value)) for name, value in kwargs]
        if (args or kwargs) and not _sees_terms(class_):
            detail = f"call of {class_.__qualname__}, whose constructor is not instrumented"
            args = [_engine.concretise(value, detail) for value in args]
            kwargs = [(name, _engine.concretise(value, detail)) for name, value in kwargs]
        accepted, made = True, None
        with Preparation() as preparation:
            try:
                made = class_(*args, **dict(kwargs))
                preparation.require_invariants(made)
            except BaseException as error:
                if is_passing(error):
                    raise
                self.refused = f"it raised {type(error).__name__}"
                accepted = False
            if preparation.breach is not None:
                self.refused = f"the {preparation.breach.message()}"
                accepted = False
        return accepted, made

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> Call:
        """The same call in the plain world."""
        return Call(self.class_, args, kwargs)


class MissingMaker:
    """Stands for objects that nobody can make; a path that needs one is noted."""

    is_pure = True
    refused = None

    def __init__(self, class_: type, reason: str) -> None:
        self.class_ = class_
        self._detail = f"no object of class {class_.__qualname__} can be made: {reason}"

    def test(self, name: str) -> str:
        return _class_test(self.class_, name)

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        _engine.concretise(None, self._detail)
        return False, None

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> Call:
        return Call(self.class_, [], [])


def _class_test(class_: type, name: str) -> str:
    # Objects of subclasses are alternatives of their own.
    if type.__subclasses__(class_):
        return f"type({name}) is {class_.__qualname__}"
    return f"isinstance({name}, {class_.__qualname__})"


def _sees_terms(class_: type) -> bool:
    """Whether all code that takes part in making an object was rewritten, or only passes values on."""
    parts = (type(class_).__call__, class_.__new__, class_.__init__)  # type: ignore[misc]
    written = [without_checks(part) for part in parts]
    return all(part is None or part in _UNWRITTEN or _is_seen(part, class_) for part in written)


def _is_seen(part: Any, class_: type) -> bool:
    if not is_a(part, FunctionType):
        # The slots of exceptions and containers keep what they are given.
        return issubclass(class_, BaseException | list | tuple | dict | set)
    module = sys.modules.get(part.__module__)
    if import_hook.is_rewritten(module) and vars(module) is part.__globals__:
        return True
    # Generated code assigns fields, and calls functions of the class's own module.
    return part.__code__.co_filename.startswith("<") and (
        has_attribute(class_, "__attrs_attrs__") or has_attribute(class_, "_fields")
    )


# What is called from here sees symbolic values as they are.
_engine.mark_rewritten(globals())
