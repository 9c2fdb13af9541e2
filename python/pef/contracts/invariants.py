"""Class invariants: they hold after the constructor and around every public method, called from outside.

While one method of an object runs, its other methods may be called in any state, as in Eiffel. Invariants are inherited:
those of the bases hold for a class too.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pef import _engine
from pef.contracts.binding import INVARIANT, Breach
from pef.contracts.calls import Monitor, checking
from pef.contracts.expressions import Call, Expression, Moment, Text, World
from pef.contracts.libraries import bare, contract_of
from pef.contracts.reading import Contract, Ensured, contract_of_class

Function = Callable[..., Any]

# Called while an object is not complete, or by the machinery of attribute access.
_UNCHECKED = frozenset(
    {"__new__", "__del__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__", "__repr__", "__str__"}
    | {"__init_subclass__", "__class_getitem__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"}
)


def invariants_of(class_: type) -> list[Text]:
    """The invariants of a class and its bases, those of the bases first."""
    found: list[Text] = []
    for base in reversed(class_.__mro__):
        module = sys.modules.get(base.__module__)
        file = _file_of(base) or getattr(module, "__file__", None)
        if file is not None and file.endswith(".py"):
            found += contract_of_class(base, file).invariant
    return found


def with_invariants(contract: Contract, method: Function) -> Contract:
    """The contract of a method with the invariants of its class: they hold before it, and have to hold after it."""
    class_ = _class_of(method)
    if (
        class_ is None
        or not _is_public(method.__name__)
        or next(iter(inspect.signature(method).parameters), "") != "self"
    ):
        return contract
    invariants = invariants_of(class_)
    # At exit `self` is what has become of it, as PEP 316 has it for all parameters.
    kept = [Ensured(replace(text, pep316=True), is_invariant=True) for text in invariants]
    before = [] if method.__name__ == "__init__" else invariants
    return replace(contract, assume=[*before, *contract.assume], ensure=[*contract.ensure, *kept])


def _class_of(method: Function) -> type | None:
    *outer, _ = method.__qualname__.split(".")
    found: Any = inspect.unwrap(method).__globals__.get(outer[0]) if outer else None
    for part in outer[1:]:
        found = getattr(found, part, None)
    return found if isinstance(found, type) else None


def _file_of(class_: type) -> str | None:
    """The file of a class: that of one of its functions, since two worlds have modules of the same name."""
    for value in vars(class_).values():
        code = getattr(getattr(value, "__func__", value), "__code__", None)
        if code is not None:
            return str(code.co_filename)
    return None


def watch_class(monitor: Monitor, class_: type, file: str, exempt: Function | None) -> None:
    """Make wrappers for the methods of a class that have contracts, or all public ones if it has an invariant."""
    invariants = invariants_of(class_)
    guard = _Guard(monitor, class_, invariants) if invariants else None
    for name, attribute in list(vars(class_).items()):
        inner = getattr(attribute, "__func__", attribute)
        if not inspect.isfunction(inner) or inspect.unwrap(inner).__code__.co_filename != file:
            continue
        made: Function = inner
        if inspect.unwrap(inner) is not exempt:
            contract = contract_of(inner, file)
            inner_function = bare(inner)
            if contract.is_checked():
                made = checking(monitor, inner_function, contract)
        if guard is not None and inner is attribute and _is_public(name):
            made = guard.around(made, is_constructor=name == "__init__")
        if made is not inner:
            wrapped = made if inner is attribute else type(attribute)(made)
            monitor.add(class_, name, attribute, wrapped)


def _is_public(name: str) -> bool:
    if name.startswith("__") and name.endswith("__"):
        return name not in _UNCHECKED
    return not name.startswith("_")


class _Guard:
    """Checks the invariants of one class."""

    def __init__(self, monitor: Monitor, class_: type, invariants: list[Text]) -> None:
        self._monitor = monitor
        self._name = class_.__qualname__
        functions = [value for value in vars(class_).values() if inspect.isfunction(value)]
        # Names are resolved where the methods resolve theirs.
        scope = functions[0] if functions else object()
        self._scope = scope
        self._invariants = invariants
        self._inside: set[int] = set()

    @functools.cached_property
    def _clauses(self) -> list[Expression]:
        world = self._monitor.world
        return [Expression(text, Moment.ENTRY, world, self._scope, ("self",)) for text in self._invariants]

    def around(self, method: Function, *, is_constructor: bool) -> Function:
        @functools.wraps(method)
        def guarded(self_: Any, /, *args: Any, **kwargs: Any) -> Any:
            if self._monitor.is_suspended or id(self_) in self._inside:
                return method(self_, *args, **kwargs)
            self._inside.add(id(self_))
            try:
                if not is_constructor:
                    self._require(self_, self._monitor.call_place(sys._getframe(1)))
                result = method(self_, *args, **kwargs)
                self._require(self_, None)
                return result
            finally:
                self._inside.discard(id(self_))

        return guarded

    def _require(self, object_: Any, caller: tuple[str, int] | None) -> None:
        with self._monitor.suspended():
            for clause in self._clauses:
                value = clause.value(Call({"self": object_}))
                text = clause.text
                if self._monitor.world is World.REWRITTEN:
                    holds = _engine.oblige(value, text.file, text.line)
                else:
                    holds = bool(value)
                if not holds:
                    file, line = caller or (text.file, text.line)
                    raise self._monitor.violated(Breach(INVARIANT, text.text, file, line, self._name))


# The wrappers only pass values on; what they evaluate is rewritten.
_engine.mark_rewritten(globals())
