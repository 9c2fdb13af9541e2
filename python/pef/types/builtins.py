"""Values of builtin types that are made of others: iterators and slices.

They are made as objects of classes are (`pef.objects`): from their parts in the symbolic run, described for the plain
one, and shown as the call that makes them.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pef import _engine
from pef.expressions import expression
from pef.objects.describing import Description, Realiser
from pef.types.shapes import Shape

_OPTIONAL_INT: Shape = ("choice", ("constant", None), ("int",))


class BuiltinCall(Description):
    """A value that a builtin makes when it is called."""

    __slots__ = ("args", "function")

    def __init__(self, function: Callable[..., Any], args: list[Any]) -> None:
        self.function = function
        self.args = args

    def __repr__(self) -> str:
        return f"{self.function.__name__}({', '.join(expression(value) for value in self.args)})"

    def realised(self, realiser: Realiser) -> Any:
        return realiser.call(self.function, self.args, [])


class BuiltinMaker:
    """Makes values by calling a builtin."""

    is_pure = True
    refused = None

    def __init__(self, class_: type, function: Callable[..., Any]) -> None:
        self.class_ = class_
        self._function = function

    def symbolic(self, args: list[Any], _kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        """Whether there is such a value, and the value."""
        return True, self._function(*args)

    def described(self, args: list[Any], _kwargs: list[tuple[str, Any]]) -> BuiltinCall:
        """The same call in the plain world."""
        return BuiltinCall(self._function, args)


def iterator_of(element: Shape) -> Shape:
    """An iterator over any number of elements."""
    from collections.abc import Iterator

    return ("object", BuiltinMaker(Iterator, iter), ("", "positional", ("list", element)))


def slice_shape() -> Shape:
    """A slice of ints, any of them left out."""
    parts = (("start", "positional", _OPTIONAL_INT), ("stop", "positional", _OPTIONAL_INT))
    return ("object", BuiltinMaker(slice, slice), *parts, ("step", "positional", _OPTIONAL_INT))


_engine.mark_own(globals())
