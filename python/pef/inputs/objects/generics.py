"""What the type variables of a generic class and of its bases stand for in a class that fixes some: `class Names(Box[str])`."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

from pef.looks import attribute_of, is_a

Substitution = Mapping[Any, Any]
"""What type variables stand for."""


def substitution_for(candidate: type, asked: type, arguments: tuple[Any, ...]) -> Substitution | None:
    """The type variables of a class and its bases, where objects of `asked[arguments]` are wanted.

    `None` where the class fixes one of them to something else: its objects are none of those.
    """
    found = _fixed(candidate)
    own: dict[Any, Any] = {}
    for variable, argument in zip(attribute_of(asked, "__parameters__", ()), arguments, strict=False):
        meant = found.get(variable, variable)
        if is_a(meant, typing.TypeVar):
            own[meant] = argument
        elif not _may_agree(meant, argument):
            return None
    return {**{variable: substituted(meant, own) for variable, meant in found.items()}, **own}


def _may_agree(one: Any, other: Any) -> bool:
    """Whether two types are one, for some values of their variables."""
    if one == other or any(hint is Any or is_a(hint, typing.TypeVar) for hint in (one, other)):
        return True
    inner = list(zip(typing.get_args(one), typing.get_args(other), strict=False))
    return (
        bool(inner) and typing.get_origin(one) == typing.get_origin(other) and all(_may_agree(*pair) for pair in inner)
    )


def _fixed(class_: type) -> dict[Any, Any]:
    """By type variable of a base: what the class has put for it."""
    found: dict[Any, Any] = {}
    for base in attribute_of(class_, "__orig_bases__", ()) if "__orig_bases__" in vars(class_) else class_.__bases__:
        origin = typing.get_origin(base) or base
        if not is_a(origin, type) or origin in (object, typing.Generic, typing.Protocol):
            continue
        given = dict(zip(getattr(origin, "__parameters__", ()), typing.get_args(base), strict=False))
        found.update({variable: substituted(meant, given) for variable, meant in _fixed(origin).items()})
        # A class may name its own variable as the base does: then it stands for itself.
        found.update({variable: meant for variable, meant in given.items() if meant is not variable})
    return found


def substituted(hint: Any, substitution: Substitution) -> Any:
    """A type with what is known for its variables put in their place."""
    if is_a(hint, typing.TypeVar):
        return substitution.get(hint, hint)
    free = attribute_of(hint, "__parameters__", ())
    if free and not is_a(hint, type) and any(variable in substitution for variable in free):
        try:
            return hint[tuple(substitution.get(variable, variable) for variable in free)]
        except TypeError:
            return hint
    return hint
