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

_MUTABLE: dict[str, type] = {"list": list, "dict": dict, "set": set, "bytearray": bytearray}
_MADE_ANEW = frozenset({"function"})
_VALUES = (int, float, str, bytes, bytearray, list, tuple, dict, set, frozenset, type(None))
_PLAIN: dict[str, type] = {"int": int, "bool": bool, "float": float, "str": str, "bytes": bytes}
_LOOKED_AT = 20
_NOT_SHARED = "one object in two places of the arguments was not tried"
_MANY = ("list", "tuple_of", "dict", "set", "frozenset", "keywords")


def with_aliases(parameters: list[Parameter], function: Callable[..., Any]) -> tuple[list[Parameter], list[str]]:
    """The parameters, some of which may be given the objects of earlier ones; and what is not tried."""
    held = _held_by_globals(parameters, function)
    if not held and not _may_share(parameters):
        return parameters, []
    with of_library():
        from pef.analysis.effects import cannot_tell
    quiet = cannot_tell(function)
    not_tried = [f"an argument that is also {name}, a global, was not tried" for name in held if not quiet]
    if not all(is_data(parameter.shape) for parameter in parameters):
        # Such arguments are copied on the way to the plain function.
        return parameters, [*not_tried, *([_NOT_SHARED] if not quiet and _may_share(parameters) else [])]
    found: list[Parameter] = []
    for parameter in parameters:
        earlier = [one for one in found if _may_be_same(one, parameter) and not (quiet and _are_quiet(one, parameter))]
        if earlier:
            names = tuple(one.name for one in earlier)
            admitting = _Admitting(_classes(parameter.shape), _kinds(parameter.shape))
            parameter = replace(parameter, shape=("alias", names, parameter.shape, admitting))
        found.append(parameter)
    is_whole = quiet or not (_may_share_inside(parameters) or _may_share_untried(parameters))
    return found, [*not_tried, *([] if is_whole else [_NOT_SHARED])]


def _held_by_globals(parameters: list[Parameter], function: Callable[..., Any]) -> list[str]:
    """Globals that the function mentions, and that hold what one of its parameters may be given."""
    from pef.analysis.state_mentions import globals_mentioned

    passed = [part for one in parameters for part in _alternatives(one.shape)]
    containers = [part for part in passed if part[0] in _MUTABLE]
    classes = {class_ for one in parameters for class_ in _classes(one.shape)}
    if not containers and not classes:
        return []
    return [
        name
        for name, value in globals_mentioned(function)
        if type(value) in classes or any(_is_value_of(value, part) for part in containers)
    ]


def _is_value_of(value: Any, shape: Shape) -> bool:
    """Whether a value is one of a shape, as far as that is easily known."""
    kind = shape[0]
    if kind in _PLAIN:
        return type(value) is _PLAIN[kind]
    if kind in _MUTABLE and type(value) is not _MUTABLE[kind]:
        return False
    if kind == "dict":
        return all(
            _is_value_of(key, shape[1]) and _is_value_of(value[key], shape[2]) for key in list(value)[:_LOOKED_AT]
        )
    if kind in ("list", "set"):
        return all(_is_value_of(element, shape[1]) for element in list(value)[:_LOOKED_AT])
    return True


class _Admitting:
    """Says whether a container is of one of some kinds, or an object, or the description of one, of one of some classes,
    whichever world it is of.
    """

    def __init__(self, classes: set[type], kinds: set[str]) -> None:
        self._names = {(class_.__module__, class_.__qualname__) for class_ in classes}
        self._kinds = tuple(_MUTABLE[kind] for kind in kinds)

    def __call__(self, value: Any) -> bool:
        class_ = type(value)
        # Asked of the type: an open container would be fixed by `isinstance`.
        if issubclass(class_, self._kinds):
            return True
        if issubclass(class_, _VALUES):
            return False
        if class_.__module__.partition(".")[0] == "pef":
            class_ = getattr(value, "class_", class_)
        return (class_.__module__, class_.__qualname__) in self._names


def is_data(shape: Shape) -> bool:
    """Whether values of a shape are all there before a run: neither objects of classes nor functions."""
    return not _holds(shape, _MADE_ANEW)


def _may_share(parameters: list[Parameter]) -> bool:
    """Whether there may be one object in two places at all; it is not worth reading the code otherwise."""
    pairs = ((one, two) for index, one in enumerate(parameters) for two in parameters[index + 1 :])
    is_inside = _may_share_inside(parameters) or _may_share_untried(parameters)
    return is_inside or any(_may_be_same(one, two) for one, two in pairs)


def _may_be_same(one: Parameter, two: Parameter) -> bool:
    passed = (Passing.POSITIONAL, Passing.KEYWORD)
    if one.passing not in passed or two.passing not in passed:
        return False
    return _may_be_same_container(one.shape, two.shape) or bool(_classes(one.shape) & _classes(two.shape))


def _may_be_same_container(one: Shape, two: Shape) -> bool:
    """Whether a container of the first shape may be given for the second, and is known to be of it by its kind alone."""
    earlier, later = list(_containers(one)), list(_containers(two))
    kinds = {part[0] for part in later}
    return any(part in later for part in earlier) and all(part in later for part in earlier if part[0] in kinds)


def _may_share_untried(parameters: list[Parameter]) -> bool:
    """Whether two parameters may be given one object that is not tried: the types overlap, but are not the same."""
    pairs = ((one.shape, two.shape) for index, one in enumerate(parameters) for two in parameters[index + 1 :])
    return any(
        _overlap(part, other) and not (part[0] in _MUTABLE and _may_be_same_container(one, two))
        for one, two in pairs
        for part in _alternatives(one)
        for other in _alternatives(two)
    )


def _overlap(one: Shape, two: Shape) -> bool:
    """Whether an object may be of both shapes."""
    if one[0] != two[0]:
        return False
    if one[0] in _MUTABLE:
        pairs = zip(one[1:], two[1:], strict=True)
        return all(_have_common(first, second) for first, second in pairs)
    if one[0] == "object":
        # Iterators, queues and the like, which are made by functions of this package.
        kinds = (type(one[1]), type(two[1]))
        return kinds[0] is kinds[1] and not getattr(one[1], "is_shareable", False) and not hasattr(one[1], "class_")
    return one[0] == "shared" and one == two and any(part[0] in _MUTABLE for part in one[2:])


def _have_common(one: Shape, two: Shape) -> bool:
    first, second = set(map(repr, _alternatives(one))), set(map(repr, _alternatives(two)))
    return not first.isdisjoint(second)


def _containers(shape: Shape) -> Iterator[Shape]:
    return (part for part in _alternatives(shape) if part[0] in _MUTABLE)


def _kinds(shape: Shape) -> set[str]:
    return {part[0] for part in _containers(shape)}


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
