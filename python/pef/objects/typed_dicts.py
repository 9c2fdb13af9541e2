"""Typed dictionaries: ordinary ones with the keys that their class says, each there or not where it need not be."""

from __future__ import annotations

import typing
from typing import Any

from pef.types import Shape, shape_of

_ABSENT = object()


def shape_of_typed_dict(class_: Any, name: str) -> Shape:
    """A dictionary with these keys; that an optional one is there is a decision."""
    hints = typing.get_type_hints(class_)
    parameters = []
    for key, hint in hints.items():
        shape = shape_of(hint, name)
        if key not in class_.__required_keys__:
            shape = ("choice", ("constant", _ABSENT), shape)
        parameters.append((f"[{key!r}]", "positional", shape))
    return ("object", DictMaker(list(hints)), *parameters)


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
