"""How a model says what it stands for.

A model sees only calls that the builtin would accept as far as their form goes: a wrong number of arguments, an
unknown keyword or a receiver of another type is left to the builtin, so that its errors are what the program sees.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pef import _engine

Model = TypeVar("Model", bound=Callable[..., Any])

_engine.mark_rewritten(globals())

_TEXT_OF_TEXT = frozenset(
    [
        "capitalize",
        "casefold",
        "center",
        "expandtabs",
        "ljust",
        "lower",
        "lstrip",
        "removeprefix",
        "removesuffix",
        "replace",
        "rjust",
        "rstrip",
        "strip",
        "swapcase",
        "title",
        "upper",
        "zfill",
    ]
)
"""Methods that give a text for every text: whether they raise depends on the other arguments alone."""


def method_of(*classes: type) -> Callable[[Model], Model]:
    """The function is the model of the method of its name (without a trailing underscore) of builtin types."""

    def register(model: Model) -> Model:
        name = model.__name__.rstrip("_")
        for builtin in classes:
            chosen = _put_off(getattr(str, name), model) if builtin is str and name in _TEXT_OF_TEXT else model
            entry = _entry(getattr(builtin, name), builtin, chosen)
            _engine.register_methods(builtin, {name: entry})
            for symbolic in _engine.symbolic_classes(builtin):
                setattr(symbolic, name, entry)
        return model

    return register


def static_method_of(*classes: type) -> Callable[[Model], Model]:
    """The function is the model of a static method: its first parameter is whatever the method was looked up on."""

    def register(model: Model) -> Model:
        for builtin in classes:
            _engine.register_methods(builtin, {model.__name__: model})
            for symbolic in _engine.symbolic_classes(builtin):
                setattr(symbolic, model.__name__, model)
        return model

    return register


def keyed_method(*classes: type, trigger: str | None = None, name: str = "") -> Callable[[Model], Model]:
    """The function is a method (of its own name, or that given) of containers with symbolic keys.

    With a trigger it is also called for an ordinary container: when an argument is a symbolic key (`key`), or when
    something in the arguments may be symbolic (`contents`).
    """

    def register(model: Model) -> Model:
        method = name or model.__name__
        for builtin in classes:
            attribute = classmethod(model) if method == "fromkeys" else model
            setattr(_engine.keyed_class(builtin), method, attribute)
            if trigger is not None:
                _engine.register_methods(builtin, {method: model}, trigger)
        return model

    return register


def method_with_numbers(builtin: type, name: str, model: Callable[..., Any], trigger: str = "key") -> None:
    """The function is the model of a method of an ordinary container, for calls with a symbolic argument."""
    _engine.register_methods(builtin, {name: model}, trigger)


def function(builtin: Callable[..., Any], trigger: str | None = None) -> Callable[[Model], Model]:
    """The function is the model of a C function or type; with a trigger, only where something is symbolic."""

    def register(model: Model) -> Model:
        _engine.register_function(builtin, model, trigger)
        return model

    return register


def callables_of(builtin: type) -> Callable[[Model], Model]:
    """The function is the model of calling an instance of a C type: of the instance and the arguments."""

    def register(model: Model) -> Model:
        _engine.register_callables(builtin, model)
        return model

    return register


def function_of_symbolic(builtin: Callable[..., Any]) -> Callable[[Model], Model]:
    """The function is the model of a C function or type, for calls with something symbolic among the arguments."""

    def register(model: Model) -> Model:
        form = _Form(model, receivers=0)

        def entry(*arguments: Any, **keywords: Any) -> Any:
            if form.fits(len(arguments), keywords):
                return model(*arguments, **keywords)
            return refuse(builtin, *arguments, **keywords)

        _engine.register_function_of_symbolic(builtin, entry)
        return model

    return register


def refuse(builtin: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """Let the builtin itself raise its error for arguments whose types (not values) it does not take.

    Should it take them after all, because another version does, the loss of the terms is noted.
    """
    plain = [_engine.plain(argument) for argument in arguments]
    result = builtin(*plain, **{name: _engine.plain(value) for name, value in keywords.items()})
    _engine.concretise(None, f"call of {getattr(builtin, '__qualname__', builtin)}")
    return result


def natively(builtin: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """Call the builtin with plain values, and note that the terms are lost."""
    _engine.concretise(None, f"call of {getattr(builtin, '__qualname__', builtin)}")
    plain = [_engine.plain(argument) for argument in arguments]
    return builtin(*plain, **{name: _engine.plain(value) for name, value in keywords.items()})


def _entry(builtin: Callable[..., Any], owner: type, model: Callable[..., Any]) -> Callable[..., Any]:
    """What is called for the method: the model if the call has its form."""
    form = _Form(model, receivers=1)

    def entry(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
        if isinstance(self, owner) and form.fits(len(arguments), keywords):
            return model(self, *arguments, **keywords)
        return refuse(builtin, self, *arguments, **keywords)

    return entry


def _put_off(builtin: Callable[..., Any], model: Model) -> Model:
    """The model, but of a text that nobody has looked at yet the result is one that nobody has looked at either."""

    @functools.wraps(model)
    def text_of(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
        if not _engine.is_unread(self) or _engine.is_symbolic([*arguments, *keywords.values()]):
            return model(self, *arguments, **keywords)
        made = _engine.native(builtin, _engine.plain(self), *arguments, **keywords)
        return _engine.deferred(made, lambda: model(self, *arguments, **keywords))

    return cast("Model", text_of)


class _Form:
    """How many arguments a model takes, and by which names; found out at the first call, which most never see."""

    __slots__ = ("any_name", "is_known", "least", "model", "most", "names", "receivers")

    def __init__(self, model: Callable[..., Any], receivers: int) -> None:
        self.model = model
        self.receivers = receivers
        self.is_known = False

    def _find_out(self) -> None:
        self.is_known = True
        parameters = list(inspect.signature(self.model).parameters.values())[self.receivers :]
        plain = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        many = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        self.least = sum(p.default is p.empty for p in plain)
        self.most = 1 << 62 if many else len(plain)
        self.names = frozenset(p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))
        self.any_name = any(p.kind is p.VAR_KEYWORD for p in parameters)

    def fits(self, count: int, keywords: dict[str, Any]) -> bool:
        if not self.is_known:
            self._find_out()
        if not keywords:
            return self.least <= count <= self.most
        known = self.any_name or self.names.issuperset(keywords)
        return known and self.least <= count + len(keywords) and count <= self.most
