"""What a constructor takes: its parameters with their shapes.

The function that says it is `__init__`, or `__new__` where there is no `__init__`; for classes with generated constructors
(data classes, named tuples) that function is generated too, with the annotations of the fields. `:types:` may stand in
its docstring or in that of the class.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from pef.analysis.type_checking_imports import hidden_names
from pef.contracts.documented_types import documented_types
from pef.errors import RequestError, one_line
from pef.inputs.objects.generics import Substitution, substituted
from pef.inputs.objects.pydantic_models import field_types, is_model
from pef.inputs.types import Parameter, Parameters, Passing, Shape, parameters_of, shape_of
from pef.looks import attribute_of, has_attribute, is_a, unwrapped
from pef.startup.records import replace

Function = Callable[..., Any]


def constructor_parameters(class_: type, substitution: Substitution) -> Parameters:
    """The parameters that calls of the class are given; a `RequestError` says why they are not known."""
    base = _value_base(class_)
    if base is not None:
        return Parameters([Parameter("value", Passing.POSITIONAL, shape_of(base, "value"))], {}, set())
    try:
        signature = _signature(class_)
    except (TypeError, ValueError) as error:
        raise RequestError(f"class {class_.__qualname__}: {one_line(str(error))}") from None
    if not signature.parameters:
        return Parameters([], {}, set())
    return parameters_in(class_, _writing(class_), signature, substitution, class_.__qualname__)


def parameters_in(
    class_: type, function: Function | None, signature: inspect.Signature, substitution: Substitution, name: str
) -> Parameters:
    """The parameters of a function that belongs to a class, without the first."""
    hints = _hints(class_, function, substitution)

    # What the machinery for functions is asked about. Generated functions need not know the names of the module.
    stand_in = FunctionType(_stand_in.__code__, vars(sys.modules[class_.__module__]))
    stand_in.__signature__ = signature  # type: ignore[attr-defined]
    stand_in.__annotations__ = {key: hint for key, hint in hints.items() if key in signature.parameters}
    # Calls of the class, or of a function of that name, are evidence.
    stand_in.__name__, stand_in.__qualname__ = name.rpartition(".")[2], name
    if function is not None and not unwrapped(function).__code__.co_filename.startswith("<"):
        stand_in.__wrapped__ = function  # type: ignore[attr-defined]
    try:
        found = parameters_of(stand_in, "", documented_types(class_, function))
    except RequestError as error:
        raise RequestError(f"class {class_.__qualname__}: {error}") from None
    supplied = [_with_default(parameter, signature) for parameter in found.supplied]
    return replace(found, supplied=supplied)


def _stand_in(*args: Any, **kwargs: Any) -> None:
    """Has only its code used."""


def _value_base(class_: type) -> type | None:
    """The builtin type of a value that is all that objects of a class are made of: `class Money(int)`."""
    if _writing(class_) is not None or type(class_).__call__ is not type.__call__:
        return None
    return next((base for base in (int, float, str, bytes) if issubclass(class_, base)), None)


def _signature(class_: type) -> inspect.Signature:
    function = _writing(class_)
    if type(class_).__call__ is not type.__call__ and function is not None:
        # A metaclass that passes on what it is given says nothing about it.
        whole = inspect.signature(function)
        return whole.replace(parameters=list(whole.parameters.values())[1:])
    return inspect.signature(class_)


def _writing(class_: type) -> Function | None:
    """The function that takes the arguments."""
    for name, unwritten in (("__init__", object.__init__), ("__new__", object.__new__)):
        function = getattr(class_, name)
        if function is not unwritten and has_attribute(unwrapped(function), "__code__"):
            return function  # type: ignore[no-any-return]
    return None


def _hints(class_: type, function: Function | None, substitution: Substitution) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for source in (class_, function):
        if source is None:
            continue
        try:
            hints = typing.get_type_hints(source)
        except Exception:
            hints = _hints_one_by_one(source)
        if source is class_ and not _has_fields(class_):
            continue
        found.update(hints)
    if is_model(class_):
        found.update(field_types(class_))
    return {name: _substituted(hint, substitution, class_) for name, hint in found.items()}


def _hints_one_by_one(source: Any) -> dict[str, Any]:
    """The annotations that can be evaluated; CPython 3.10 refuses all of them for one `InitVar`."""
    module = sys.modules.get(source.__module__)
    if is_a(source, type):
        annotations = {name: one for base in reversed(source.__mro__) for name, one in _annotations(base).items()}
        scope = dict(vars(module)) if module is not None else {}
    else:
        annotations = dict(attribute_of(source, "__annotations__", {}))
        scope = dict(attribute_of(unwrapped(source), "__globals__", {}))
    scope = {**hidden_names(scope), **scope}
    found: dict[str, Any] = {}
    for name, annotation in annotations.items():
        try:
            found[name] = eval(annotation, scope) if is_a(annotation, str) else annotation
        except Exception:
            continue
    return found


def _annotations(class_: type) -> Mapping[str, Any]:
    found: Mapping[str, Any] = vars(class_).get("__annotations__", {})
    return found


def _has_fields(class_: type) -> bool:
    """Whether annotations in the class body are those of the constructor's parameters."""
    return (
        dataclasses.is_dataclass(class_) or has_attribute(class_, "_fields") or has_attribute(class_, "__attrs_attrs__")
    )


def _substituted(hint: Any, substitution: Substitution, class_: type) -> Any:
    if is_a(hint, dataclasses.InitVar):
        hint = hint.type
    if hint is getattr(typing, "Self", object()):
        return class_
    return substituted(hint, substitution)


def _with_default(parameter: Parameter, signature: inspect.Signature) -> Parameter:
    """The parameter with its default among its alternatives, where the type does not have it."""
    from pef.inputs.objects.classes import constant_shape, is_finite

    default = signature.parameters[parameter.name].default
    if default is inspect.Parameter.empty:
        return parameter
    constant = constant_shape(default)
    if default is None and not _offers_none(parameter.shape):
        alternatives = (parameter.shape, constant) if is_finite(parameter.shape) else (constant, parameter.shape)
        return replace(parameter, shape=("choice", *alternatives))
    if not is_finite(parameter.shape):
        return replace(parameter, shape=("choice", constant, parameter.shape))
    return parameter


def _offers_none(shape: Shape) -> bool:
    if shape[0] == "choice":
        return any(_offers_none(part) for part in shape[1:])
    return shape[0] == "constant" and shape[1] is None
