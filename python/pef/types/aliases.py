"""Two arguments that are one object: explored as a case where the function could tell.

That is where both may be the same mutable container and the function changes one of them in place, or compares
identities. Everywhere else the same object behaves as an equal one does, and that is explored already.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from pef.types.passing import Parameter, Passing
from pef.types.shapes import Shape
from pef.types.uses import Facts

_MUTABLE = frozenset({"list", "dict", "set", "bytearray"})
_MADE_ANEW = frozenset({"object", "defer", "function"})


def with_aliases(parameters: list[Parameter], uses: Mapping[str, Facts]) -> list[Parameter]:
    """The parameters, some of which may be given the object of an earlier one."""
    if any(_holds(parameter.shape, _MADE_ANEW) for parameter in parameters):
        # Such arguments are copied on the way to the plain function.
        return parameters
    found: list[Parameter] = []
    for parameter in parameters:
        earlier = next((one for one in found if _may_be_same(one, parameter, uses)), None)
        if earlier is not None:
            parameter = dataclasses.replace(parameter, shape=("alias", earlier.name, parameter.shape))
        found.append(parameter)
    return found


def _may_be_same(one: Parameter, two: Parameter, uses: Mapping[str, Facts]) -> bool:
    passed = (Passing.POSITIONAL, Passing.KEYWORD)
    if one.passing not in passed or two.passing not in passed:
        return False
    if one.shape[0] not in _MUTABLE or one.shape != two.shape:
        return False
    return any(parameter.name in uses and uses[parameter.name].is_changed for parameter in (one, two))


def _holds(shape: Shape, kinds: frozenset[str]) -> bool:
    parts: list[Any] = [part for part in shape[1:] if isinstance(part, tuple)]
    return shape[0] in kinds or any(_holds(part, kinds) for part in parts if part and isinstance(part[0], str))
