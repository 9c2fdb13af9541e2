"""How a model says what it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pef import _engine

Model = TypeVar("Model", bound=Callable[..., Any])


def method_of(*classes: type) -> Callable[[Model], Model]:
    """The function is the model of the method of its name (without a trailing underscore) of builtin types."""

    def register(model: Model) -> Model:
        name = model.__name__.rstrip("_")
        for builtin in classes:
            _engine.register_methods(builtin, {name: model})
            if builtin is str:
                setattr(_engine.text_class(), name, model)
        return model

    return register


def function(builtin: Callable[..., Any]) -> Callable[[Model], Model]:
    """The function is the model of a C function or type."""

    def register(model: Model) -> Model:
        _engine.register_function(builtin, model)
        return model

    return register
