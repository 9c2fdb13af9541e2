"""Two arguments that are one object: explored as a case where the function could tell.

That is where both may be the same mutable container or object and the function changes one of them in place, calls a
method of it, or compares identities. Everywhere else the same object behaves as an equal one does, and that is explored
already.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from pef.types.passing import Parameter, Passing
from pef.types.shapes import Shape
from pef.types.uses import Facts

_MUTABLE = frozenset({"list", "dict", "set", "bytearray"})
_MADE_ANEW = frozenset({"function"})


def with_aliases(parameters: list[Parameter], uses: Mapping[str, Facts]) -> list[Parameter]:
    """The parameters, some of which may be given the object of an earlier one."""
    if not all(is_data(parameter.shape) for parameter in parameters):
        # Such arguments are copied on the way to the plain function.
        return parameters
    found: list[Parameter] = []
    for parameter in parameters:
        earlier = next((one for one in found if _may_be_same(one, parameter, uses)), None)
        if earlier is not None:
            parameter = dataclasses.replace(parameter, shape=("alias", earlier.name, parameter.shape))
        found.append(parameter)
    return found


def is_data(shape: Shape) -> bool:
    """Whether values of a shape are all there before a run: neither objects of classes nor functions."""
    return not _holds(shape, _MADE_ANEW)


def _may_be_same(one: Parameter, two: Parameter, uses: Mapping[str, Facts]) -> bool:
    passed = (Passing.POSITIONAL, Passing.KEYWORD)
    if one.passing not in passed or two.passing not in passed:
        return False
    facts = [uses[parameter.name] for parameter in (one, two) if parameter.name in uses]
    if one.shape[0] in _MUTABLE:
        return one.shape == two.shape and any(fact.is_changed for fact in facts)
    first, second = _classes(one.shape), _classes(two.shape)
    if first is None or second is None or not first <= second or not any(map(_is_mutable, first)):
        return False
    return any(fact.is_changed or fact.is_called_on for fact in facts)


def _classes(shape: Shape) -> set[type] | None:
    """The classes of the objects that a value of the shape may be, that of `None` included; `None` where it may be more."""
    if shape[0] == "choice":
        parts = [_classes(part) for part in shape[1:]]
        return None if any(part is None for part in parts) else {class_ for part in parts if part for class_ in part}
    if shape == ("constant", None):
        return {type(None)}
    class_ = getattr(shape[1], "class_", None) if shape[0] == "object" else None
    return {class_} if isinstance(class_, type) else None


def _is_mutable(class_: type) -> bool:
    frozen = getattr(getattr(class_, "__dataclass_params__", None), "frozen", False)
    return class_ is not type(None) and not frozen and not issubclass(class_, tuple)


def _holds(shape: Shape, kinds: frozenset[str]) -> bool:
    parts: list[Any] = [part for part in shape[1:] if isinstance(part, tuple)]
    return shape[0] in kinds or any(_holds(part, kinds) for part in parts if part and isinstance(part[0], str))
