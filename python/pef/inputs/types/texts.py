"""Shapes as types, for people: what was assumed of a parameter."""

from __future__ import annotations

from typing import Any

from pef.inputs.literals import expression

Shape = tuple[Any, ...]

_DEEPEST = 6


def type_text(shape: Shape, depth: int = 0) -> str:
    """The type of the values of a shape."""
    kind, *rest = shape
    if depth > _DEEPEST:
        return "…"

    def inner(part: Any) -> str:
        return type_text(part, depth + 1)

    if kind == "choice":
        return " | ".join(dict.fromkeys(inner(part) for part in rest))
    if kind == "shared":
        return " | ".join(dict.fromkeys(inner(part) for part in rest[1:]))
    if kind in ("list", "set", "frozenset", "dict"):
        return f"{kind}[{', '.join(inner(part) for part in rest)}]"
    if kind == "tuple":
        return f"tuple[{', '.join(inner(part) for part in rest)}]"
    if kind == "tuple_of":
        return f"tuple[{inner(rest[0])}, ...]"
    if kind == "keywords":
        return inner(rest[0])
    if kind == "function":
        return f"Callable[..., {inner(rest[1])}]"
    if kind == "object":
        class_ = getattr(rest[0], "class_", None)
        return getattr(class_, "__qualname__", "object")
    if kind == "defer":
        return "object"
    if kind == "twins":
        return "its default"
    if kind == "constant":
        return "None" if rest[0] is None else f"Literal[{expression(rest[0])}]"
    return str(kind)
