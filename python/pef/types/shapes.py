"""From a type to a shape: what the engine builds values of.

A shape is a tuple with its kind first (`("int",)`, `("bool",)`, `("constant", value)`); `crates/pef-python` has the
other end.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from typing import Any

from pef.errors import RequestError

Shape = tuple[Any, ...]

_MODELLED: dict[object, Shape] = {
    int: ("int",),
    bool: ("bool",),
    # An int is acceptable for a float too; its float is explored.
    float: ("float",),
    None: ("constant", None),
    type(None): ("constant", None),
    str: ("str",),
    bytes: ("bytes",),
    bytearray: ("bytearray",),
}


def shape_of_default(value: Any) -> Shape | None:
    """The shape of a parameter of which only the default is known; nothing for defaults of other types."""
    return _MODELLED.get(type(value))


def shape_of(annotation: Any, name: str) -> Shape:
    """The shape of values of an annotation."""
    shape = _simple_shape(annotation)
    if shape is None:
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        build = None if isinstance(annotation, list) else _GENERIC.get(origin or annotation)
        if build is not None:
            shape = build([shape_of(argument, name) for argument in arguments if argument is not Ellipsis], arguments)
        elif origin in (typing.Union, types.UnionType):
            shape = _choice([shape_of(argument, name) for argument in arguments])
        elif origin is typing.Literal:
            shape = ("choice", *(_constant(value) for value in arguments))
        elif isinstance(annotation, list):
            shape = _choice([shape_of(alternative, name) for alternative in annotation])
        else:
            from pef.objects import shape_of_class

            shape = shape_of_class(annotation, name)
    if shape is None:
        shown = annotation.__name__ if isinstance(annotation, type) else str(annotation)
        raise RequestError(f"parameter {name!r}: values of type {shown} cannot be made symbolic")
    return shape


def _constant(value: Any) -> Shape:
    from pef.objects import constant_shape

    return constant_shape(value)


def _choice(alternatives: list[Shape]) -> Shape:
    from pef.objects import finite_first

    return ("choice", *finite_first(alternatives))


def _simple_shape(annotation: Any) -> Shape | None:
    try:
        return _MODELLED.get(annotation)
    except TypeError:
        return None


_Builder = Callable[[list[Shape], tuple[Any, ...]], Shape]
_ANY: Shape = ("int",)


def _tuple_shape(parts: list[Shape], arguments: tuple[Any, ...]) -> Shape:
    if not arguments:
        return ("tuple_of", _ANY)
    if Ellipsis in arguments:
        return ("tuple_of", parts[0])
    return ("tuple", *parts)


def _of_elements(kind: str) -> _Builder:
    return lambda parts, _: (kind, parts[0] if parts else _ANY)


def _of_entries(parts: list[Shape], _: tuple[Any, ...]) -> Shape:
    return ("dict", parts[0] if parts else _ANY, parts[1] if len(parts) > 1 else _ANY)


_GENERIC: dict[Any, _Builder] = {
    list: _of_elements("list"),
    set: _of_elements("set"),
    frozenset: _of_elements("frozenset"),
    tuple: _tuple_shape,
    dict: _of_entries,
}
