"""Which values of a shape can be keys of a dictionary or elements of a set: those that have a hash."""

from __future__ import annotations

from typing import Any

from pef.looks import attribute_of, is_a

Shape = tuple[Any, ...]

_WITHOUT_HASH = frozenset({"list", "dict", "set", "bytearray", "keywords"})


def hashable(shape: Shape) -> Shape | None:
    """The shape without the alternatives that have no hash; nothing where none has one.

    Such values are no input, whatever was declared: no program can pass a dictionary with a list for a key.
    """
    kind, *parts = shape
    if kind in _WITHOUT_HASH:
        return None
    if kind == "choice":
        kept = [one for one in map(hashable, parts) if one is not None]
        return None if not kept else kept[0] if len(kept) == 1 else ("choice", *kept)
    if kind in ("tuple", "tuple_of"):
        elements = [hashable(part) for part in parts]
        return None if any(one is None for one in elements) else (kind, *elements)
    if kind == "object":
        class_ = attribute_of(parts[0], "class_")
        return None if is_a(class_, type) and attribute_of(class_, "__hash__", 0) is None else shape
    return shape
