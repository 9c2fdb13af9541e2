"""Class invariants: they hold after the constructor and around every public method, called from outside.

While one method of an object runs, its other methods may be called in any state, as in Eiffel. Invariants are inherited:
those of the bases hold for a class too, and those of a class after the methods that it inherits.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from pef import _engine
from pef.contracts.binding import INVARIANT, Breach
from pef.contracts.call_wrappers import wrapping
from pef.contracts.contract_data import Contract, Ensured, contract_of_class
from pef.contracts.expressions import Call, Expression, Moment, Text
from pef.contracts.libraries import contract_of, invariants_of_class, is_layered
from pef.contracts.monitor import ABSENT, Monitor
from pef.errors import RequestError
from pef.looks import attribute_of, is_a, unwrapped
from pef.startup.records import replace

Function = Callable[..., Any]

# Called while an object is not complete, or by the machinery of attribute access.
_UNCHECKED = frozenset(
    {"__new__", "__del__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__", "__repr__", "__str__"}
    | {"__init_subclass__", "__class_getitem__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"}
    | {"__post_init__", "__attrs_post_init__", "__attrs_pre_init__"}
)


def invariants_of(class_: type) -> list[Text]:
    """The invariants of a class and its bases, those of the bases first."""
    found: list[Text] = []
    for base in reversed(class_.__mro__):
        module = sys.modules.get(base.__module__)
        file = _file_of(base) or attribute_of(module, "__file__", None)
        if file is not None and file.endswith(".py"):
            contract = contract_of_class(base, file)
            # What is wrong with an invariant is said when it is asked for.
            bad = [Text(str(problem), file, 0, condition=_raising(problem)) for problem in contract.problems]
            is_word = [text.pep316 and text.text.isidentifier() and contract.has_prose for text in contract.invariant]
            texts = [*bad, *(text for text, prose in zip(contract.invariant, is_word, strict=True) if not prose)]
            # Names mean what they mean where the invariant stands.
            found += [replace(text, scope=_scope_of(base)) for text in texts]
    return [*found, *invariants_of_class(class_)]


def _raising(problem: RequestError) -> Callable[[Any], Any]:
    def condition(_values: Any) -> Any:
        raise problem

    return condition


def with_invariants(contract: Contract, method: Function, class_: type | None) -> Contract:
    """The contract of a method with the invariants of its class: they hold before it, and have to hold after it."""
    receiver = next(iter(inspect.signature(method).parameters), None)
    if class_ is None or receiver is None or not _is_public(method.__name__):
        return contract
    invariants = [replace(text, receiver=receiver) for text in invariants_of(class_)]
    kept = [Ensured(text, is_invariant=True) for text in invariants]
    before = [] if method.__name__ == "__init__" else invariants
    return replace(contract, assume=[*before, *contract.assume], ensure=[*contract.ensure, *kept])


def _functions_of(class_: type) -> list[FunctionType]:
    """The functions of a class that belong to its module, and not to what generates methods."""
    functions = (attribute_of(value, "__func__", value) for value in vars(class_).values())
    return [
        function
        for function in functions
        if is_a(function, FunctionType) and function.__globals__.get("__name__") == class_.__module__
    ]


def _file_of(class_: type) -> str | None:
    """The file of a class: that of one of its functions, since two worlds have modules of the same name."""
    files = (str(function.__code__.co_filename) for function in _functions_of(class_))
    return next((file for file in files if file.endswith(".py")), None)


def _scope_of(class_: type) -> dict[str, Any] | None:
    """The globals of the module of a class, in the world of the class."""
    functions = _functions_of(class_)
    return functions[0].__globals__ if functions else None


def watch_class(monitor: Monitor, class_: type, file: str) -> None:
    """Make wrappers for the methods of a class that have contracts, or all public ones if it has an invariant."""
    invariants = invariants_of(class_)
    guard = _Guard(monitor, class_, invariants) if invariants else None
    for name, attribute in list(vars(class_).items()):
        is_guarded = guard is not None and _is_public(name) and not is_a(attribute, staticmethod | classmethod)
        wrappers: dict[Function, Function] = {}
        for inner in _written(attribute):
            code = attribute_of(unwrapped(inner), "__code__", None)
            if getattr(code, "co_filename", None) != file and not (is_guarded and name == "__init__"):
                # Only the constructor is of interest among what was generated.
                continue
            contract = contract_of(inner, file)
            if contract.is_checked() or (is_guarded and is_layered(inner)):
                wrappers[inner] = monitor.replace(inner, wrapping(monitor, inner, contract), is_contract=True)
            if guard is not None and is_guarded:
                around = functools.partial(guard.around, is_constructor=name == "__init__")
                wrappers[inner] = monitor.replace(inner, around)
        if any(is_layered(inner) for inner in wrappers):
            # What a library made is not instrumented, which the wrapper is.
            monitor.add(class_, name, attribute, _with_wrappers(attribute, wrappers))
    if guard is not None:
        _watch_inherited_constructor(monitor, class_, guard)


def _written(attribute: Any) -> list[FunctionType]:
    """The functions of the program that stand behind an attribute of a class."""
    if is_a(attribute, property):
        candidates = [attribute.fget, attribute.fset, attribute.fdel]
    elif is_a(attribute, functools.cached_property):
        candidates = [attribute.func]
    else:
        candidates = [attribute_of(attribute, "__func__", attribute)]
    return [candidate for candidate in candidates if is_a(candidate, FunctionType)]


def _with_wrappers(attribute: Any, wrappers: dict[Function, Function]) -> Any:
    """The attribute with other functions behind it."""

    def wrapper(function: Any) -> Any:
        return wrappers.get(function, function)

    if is_a(attribute, property):
        return property(wrapper(attribute.fget), wrapper(attribute.fset), wrapper(attribute.fdel), attribute.__doc__)
    if is_a(attribute, staticmethod | classmethod):
        return type(attribute)(wrapper(attribute.__func__))
    return wrapper(attribute)


def _watch_inherited_constructor(monitor: Monitor, class_: type, guard: _Guard) -> None:
    """A class whose constructor is that of a base that has no invariant, or none of its own."""
    initialiser: Any = class_.__init__  # type: ignore[misc]
    maker: Any = class_.__new__
    if "__init__" in vars(class_):
        monitor.constructors.add(class_)
    elif is_a(initialiser, FunctionType):
        monitor.replace(initialiser, functools.partial(guard.around, is_constructor=True))
        monitor.constructors.add(class_)
    elif initialiser is object.__init__:
        # Its objects are complete when they are made, as those of a named tuple; what is called after that is ours.
        complete = initialiser if maker is object.__new__ else _do_nothing
        monitor.add(class_, "__init__", ABSENT, guard.around(complete, is_constructor=True))
        monitor.constructors.add(class_)


def _is_public(name: str) -> bool:
    if name.startswith("__") and name.endswith("__"):
        return name not in _UNCHECKED
    return not name.startswith("_")


class _Guard:
    """Checks the invariants of one class."""

    def __init__(self, monitor: Monitor, class_: type, invariants: list[Text]) -> None:
        self._monitor = monitor
        self._class = class_
        self._name = class_.__qualname__
        self._invariants = invariants
        monitor.invariants[class_] = self.require

    @functools.cached_property
    def _clauses(self) -> list[Expression]:
        world = self._monitor.world
        # For a class without functions; asked for during a run, when the module of that name is the one of the world.
        scope = vars(sys.modules[self._class.__module__])
        texts = [text if text.scope is not None else replace(text, scope=scope) for text in self._invariants]
        return [Expression(replace(text, receiver="self"), Moment.ENTRY, world, None, ()) for text in texts]

    def around(self, method: Function, *, is_constructor: bool) -> Function:
        @functools.wraps(method)
        def guarded(self_: Any, /, *args: Any, **kwargs: Any) -> Any:
            monitor = self._monitor
            if monitor.is_suspended or id(self_) in monitor.inside:
                return method(self_, *args, **kwargs)
            require = self._requirement(type(self_))
            name = None if is_constructor else attribute_of(method, "__name__", None)
            inside = monitor.inside
            inside.add(id(self_))
            try:
                if not is_constructor:
                    require(self_, caller=monitor.call_place(sys._getframe(1)))
                try:
                    result = method(self_, *args, **kwargs)
                except Exception:
                    if not is_constructor:
                        # The object is still there, whatever the method could not do.
                        require(self_, name)
                    raise
                require(self_, name)
                return result
            finally:
                inside.discard(id(self_))

        return guarded

    def _requirement(self, class_: type) -> Function:
        """Requires the invariants of objects of a class; those of a subclass have more than the class of the method."""
        known = self._monitor.invariants
        return next((known[base] for base in class_.__mro__ if base in known), _nothing)

    def require(self, object_: Any, method: str | None = None, *, caller: tuple[str, int] | None = None) -> None:
        """Ends the run where an invariant does not hold; it is the fault of `method`, or of the place of a `caller`."""
        record = _engine.assume if self._monitor.is_preparing else _engine.oblige
        with self._monitor.suspended():
            for clause in self._clauses:
                if not clause.holds(Call({"self": object_}), record):
                    text = clause.text
                    file, line = caller or (text.file, text.line)
                    name = self._name if method is None else f"{self._name}.{method}"
                    raise self._monitor.violated(Breach(INVARIANT, text.text, file, line, name))


def _do_nothing(*_args: Any, **_kwargs: Any) -> None:
    """Stands for a constructor."""


def _nothing(object_: Any, method: str | None = None, *, caller: tuple[str, int] | None = None) -> None:
    """What an object of a class without invariants has to keep."""


# The wrappers only pass values on; what they evaluate is rewritten.
_engine.mark_rewritten(globals())
