"""Typed dictionaries: ordinary ones with the keys that their class says, each there or not where it need not be."""

from __future__ import annotations

import typing
from typing import Any

from pef.inputs.types import Shape, shape_of

_ABSENT = object()


def shape_of_typed_dict(class_: Any, name: str) -> Shape:
    """A dictionary with these keys; that an optional one is there is a decision."""
    hints = typing.get_type_hints(class_, include_extras=True)
    parameters = []
    for key, whole in hints.items():
        hint, is_required = _unqualified(whole, key in class_.__required_keys__)
        shape = shape_of(hint, name)
        if not is_required:
            shape = ("choice", ("constant", _ABSENT), shape)
        parameters.append((f"[{key!r}]", "positional", shape))
    return ("object", DictMaker(list(hints)), *parameters)


def _unqualified(hint: Any, is_required: bool) -> tuple[Any, bool]:
    """The type of a key without what is said about the key, and whether the key must be there.

    The class itself does not know it where annotations are texts: `NotRequired[…]` was none of its words when it was made.
    """
    qualifier = getattr(typing.get_origin(hint), "_name", None)
    if qualifier not in ("NotRequired", "ReadOnly", "Required"):
        return hint, is_required
    (inner,) = typing.get_args(hint)
    return _unqualified(inner, is_required if qualifier == "ReadOnly" else qualifier == "Required")


class DictMaker:
    """Makes dictionaries with known keys."""

    is_pure = True
    refused = None

    def __init__(self, keys: list[str]) -> None:
        self._keys = keys

    def test(self, name: str) -> str:
        return f"isinstance({name}, dict)"

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, dict[str, Any]]:
        return True, self.described(args, kwargs)

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: value for key, value in zip(self._keys, args, strict=True) if value is not _ABSENT}
