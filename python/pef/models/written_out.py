"""The `__repr__` that `dataclasses` and `namedtuple` write for classes, once more as models.

Theirs is compiled from text, or stands in a library, and takes numbers by their plain values. `pef.models.generated_methods` puts these in
its place in rewritten modules.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import Any

from pef import _engine as engine
from pef.models.representation import represented


def of_fields(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """The `__repr__` of a data class with these fields."""
    under_way: set[tuple[int, int]] = set()

    def text(self: Any) -> Any:
        key = (id(self), get_ident())
        if key in under_way:
            return "..."
        under_way.add(key)
        try:
            return _listed(self.__class__.__qualname__, [(name, getattr(self, name)) for name in names])
        finally:
            under_way.discard(key)

    return text


def of_named_tuple(names: tuple[str, ...], original: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The `__repr__` of a named tuple with these fields."""

    def text(self: Any) -> Any:
        if type(self).__iter__ is not tuple.__iter__:
            # The original does not go by that of the program.
            return original(self)
        return _listed(self.__class__.__name__, list(zip(names, self, strict=True)))

    return text


def _listed(name: str, fields: list[tuple[str, Any]]) -> Any:
    parts: list[Any] = [name, "("]
    for place, (field, value) in enumerate(fields):
        parts.append(f", {field}=" if place else f"{field}=")
        parts.append(represented(value))
    return engine.join((*parts, ")"))
