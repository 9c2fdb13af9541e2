"""Two arguments that are one object: explored as a case unless the function is proven not to tell.

That is where both may be the same mutable container or object. A function that only reads attributes does the same with
one object as with two equal ones, and that is explored already; so does one that compares values and no identities. One
object in two places *inside* of arguments is not explored; where a function could tell, that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pef.inputs.types.passing import Parameter, Passing
from pef.inputs.types.shapes import Shape
from pef.looks import is_a
from pef.startup.clean_imports import of_library
from pef.startup.records import replace

_MUTABLE = frozenset({"list", "dict", "set", "bytearray"})
_MADE_ANEW = frozenset({"function"})
_NOT_SHARED = "one object in two places of the arguments was not tried"
_MANY = ("list", "tuple_of", "dict", "set", "frozenset", "keywords")


def with_aliases(parameters: list[Parameter], function: Callable[..., Any]) -> tuple[list[Parameter], list[str]]:
    """The parameters, some of which may be given the objects of earlier ones; and what is not tried."""
    if not _may_share(parameters):
        return parameters, []
    with of_library():
        from pef.analysis.effects import cannot_tell
    quiet = cannot_tell(function)
    if not all(is_data(parameter.shape) for parameter in parameters):
        # Such arguments are copied on the way to the plain function.
        return parameters, [] if quiet else [_NOT_SHARED]
    found: list[Parameter] = []
    for parameter in parameters:
        earlier = [one for one in found if _may_be_same(one, parameter) and not (quiet and _are_quiet(one, parameter))]
        if earlier:
            names = tuple(one.name for one in earlier)
            classes = _classes(parameter.shape)
            shape = ("alias", names, parameter.shape, _Admitting(classes) if classes else None)
            parameter = replace(parameter, shape=shape)
        found.append(parameter)
    return found, [] if quiet or not _may_share_inside(parameters) else [_NOT_SHARED]


class _Admitting:
    """Says whether an object, or the description of one, is of one of some classes, whichever world it is of."""

    def __init__(self, classes: set[type]) -> None:
        self._names = {(class_.__module__, class_.__qualname__) for class_ in classes}

    def __call__(self, value: Any) -> bool:
        class_ = type(value)
        if class_.__module__.partition(".")[0] == "pef":
            class_ = value.class_
        return (class_.__module__, class_.__qualname__) in self._names


def is_data(shape: Shape) -> bool:
    """Whether values of a shape are all there before a run: neither objects of classes nor functions."""
    return not _holds(shape, _MADE_ANEW)


def _may_share(parameters: list[Parameter]) -> bool:
    """Whether there may be one object in two places at all; it is not worth reading the code otherwise."""
    pairs = ((one, two) for index, one in enumerate(parameters) for two in parameters[index + 1 :])
    return _may_share_inside(parameters) or any(_may_be_same(one, two) for one, two in pairs)


def _may_be_same(one: Parameter, two: Parameter) -> bool:
    passed = (Passing.POSITIONAL, Passing.KEYWORD)
    if one.passing not in passed or two.passing not in passed:
        return False
    if one.shape[0] in _MUTABLE:
        return one.shape == two.shape
    return bool(_classes(one.shape) & _classes(two.shape))


def _are_quiet(one: Parameter, two: Parameter) -> bool:
    """Whether there are two objects whenever there is one: a constructor may refuse to be called twice."""
    shared = _classes(one.shape) & _classes(two.shape)
    makers = (part[1] for part in _alternatives(one.shape) if part[0] == "object")
    return all(maker.is_pure for maker in makers if getattr(maker, "class_", None) in shared)


def _alternatives(shape: Shape) -> Iterator[Shape]:
    if shape[0] == "choice":
        for part in shape[1:]:
            yield from _alternatives(part)
    elif shape[0] == "alias":
        yield from _alternatives(shape[2])
    else:
        yield shape


def _classes(shape: Shape) -> set[type]:
    """The classes of the objects that a value of the shape may be."""
    makers = (part[1] for part in _alternatives(shape) if part[0] == "object")
    classes = (getattr(maker, "class_", None) for maker in makers if getattr(maker, "is_shareable", False))
    return {class_ for class_ in classes if is_a(class_, type)}


def _may_share_inside(parameters: list[Parameter]) -> bool:
    """Whether one object may be in two places of the arguments, not both of which are parameters.

    It may where both hold objects of one class, or mutable containers of one kind.
    """
    seen: list[tuple[Any, bool]] = []
    for parameter in parameters:
        is_many = parameter.passing in (Passing.SPREAD, Passing.SPREAD_KEYWORDS)
        seen += _places(parameter.shape, is_inside=is_many, is_many=is_many)
    inside = [kind for kind, is_inside in seen if is_inside]
    kinds = [kind for kind, _ in seen]
    return any(kinds.count(kind) > 1 for kind in inside)


def _places(shape: Shape, *, is_inside: bool, is_many: bool) -> Iterator[tuple[Any, bool]]:
    """What can be shared in values of a shape, classes and shapes of containers, as often as it has a place, up to twice."""
    kind = shape[0]
    if kind in _MUTABLE:
        yield from [(shape, is_inside)] * (2 if is_many else 1)
    if kind == "object":
        class_ = getattr(shape[1], "class_", None)
        if is_a(class_, type) and getattr(shape[1], "is_shareable", False):
            yield from [(class_, is_inside)] * (2 if is_many else 1)
        for parameter in shape[2:]:
            yield from _places(parameter[-1], is_inside=True, is_many=is_many)
    elif kind == "defer":
        # A class that refers to itself has places for any number of its objects.
        yield from [(shape[1].class_, True)] * 2
    elif kind == "alias":
        yield from _places(shape[2], is_inside=is_inside, is_many=is_many)
    elif kind not in ("constant", "twins", "function"):
        inner = kind not in ("choice", "shared")
        for part in shape[1:]:
            if is_a(part, tuple) and part and is_a(part[0], str):
                yield from _places(part, is_inside=is_inside or inner, is_many=is_many or kind in _MANY)


def _holds(shape: Shape, kinds: frozenset[str]) -> bool:
    parts: list[Any] = [part for part in shape[1:] if is_a(part, tuple)]
    return shape[0] in kinds or any(_holds(part, kinds) for part in parts if part and is_a(part[0], str))
