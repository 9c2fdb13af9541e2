"""Objects that nothing has been done to: what `__init__` is given where it is the target itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pef import _engine
from pef.analysis.worlds import world_class
from pef.inputs.objects.descriptions import Description, Realiser
from pef.source.naming import name_of
from pef.startup.records import Record


class Blank(Record):
    """The type of `self` in a constructor."""

    class_: type


class BlankMaker:
    """Makes objects without calling their class."""

    is_pure = True
    refused = None

    def __init__(self, class_: type, *, is_named: bool) -> None:
        self.class_ = class_
        self._is_named = is_named

    def test(self, name: str) -> str:
        return f"isinstance({name}, {self.class_.__qualname__})"

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        return True, object.__new__(world_class(self.class_) if self._is_named else self.class_)

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> BlankDescription:
        return BlankDescription(self.class_)


class BlankDescription(Description):
    """The same in the plain world."""

    __slots__ = ("class_",)

    def __init__(self, class_: type) -> None:
        self.class_ = class_

    def __repr__(self) -> str:
        return f"object.__new__({name_of(self.class_)})"

    def realised(self, realiser: Realiser) -> Any:
        return object.__new__(self.class_)


def giving_object(initialise: Callable[..., Any]) -> Callable[..., Any]:
    """A constructor as a function that gives the object, as a call of the class does."""

    def called(object_: Any, /, *args: Any, **kwargs: Any) -> Any:
        result = initialise(object_, *args, **kwargs)
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type(result).__name__}'")
        return object_

    return called


# The wrapper only passes values on.
_engine.mark_rewritten(globals())
