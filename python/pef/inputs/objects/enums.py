"""Members of enumerations, and combinations of flags.

The members of the two worlds are different objects of the same name, and programs compare them with `is`; so a member is
looked up by its name in the world that runs.
"""

from __future__ import annotations

import enum
from typing import Any

from pef import _engine
from pef.analysis.worlds import world_class
from pef.errors import RequestError
from pef.inputs.objects.descriptions import Description, Realiser
from pef.inputs.types import Shape
from pef.looks import is_a
from pef.source.naming import name_of


def shape_of_enum(class_: type[enum.Enum]) -> Shape:
    """One alternative for each member; for flags, each of them set or not."""
    members = [member.name for member in class_]
    if issubclass(class_, enum.Flag):
        return ("object", FlagMaker(class_, members), *((name, "positional", ("bool",)) for name in members))
    if not members:
        raise RequestError(f"class {class_.__qualname__} has no members")
    alternatives = tuple(("object", MemberMaker(class_, name)) for name in members)
    return alternatives[0] if len(alternatives) == 1 else ("choice", *alternatives)


def shape_of_member(member: enum.Enum) -> Shape:
    """One particular member."""
    if is_a(member, enum.Flag):
        names = [str(one.name) for one in type(member) if one in member]
        return ("object", FlagMaker(type(member), names), *((name, "positional", ("constant", True)) for name in names))
    return ("object", MemberMaker(type(member), member.name))


class MemberMaker:
    """Finds one member."""

    is_pure = True
    refused = None

    def __init__(self, class_: type[enum.Enum], name: str) -> None:
        self.class_ = class_
        self._name = name

    def test(self, name: str) -> str:
        return f"{name} is {self.class_.__qualname__}.{self._name}"

    def symbolic(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        return True, getattr(world_class(self.class_), self._name)

    def described(self, args: list[Any], kwargs: list[tuple[str, Any]]) -> MemberDescription:
        return MemberDescription(self.class_, [self._name])


class FlagMaker:
    """Combines the flags that are set."""

    is_pure = True
    refused = None

    def __init__(self, class_: type[enum.Enum], names: list[str]) -> None:
        self.class_ = class_
        self._names = names

    def test(self, name: str) -> str:
        return f"isinstance({name}, {self.class_.__qualname__})"

    def symbolic(self, args: list[bool], kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        # The truth of each is a decision.
        names = [name for name, is_set in zip(self._names, args, strict=True) if is_set]
        return True, _combined(world_class(self.class_), names)

    def described(self, args: list[bool], kwargs: list[tuple[str, Any]]) -> MemberDescription:
        return MemberDescription(self.class_, [name for name, is_set in zip(self._names, args, strict=True) if is_set])


class MemberDescription(Description):
    """A member, or the members that a combination of flags consists of."""

    __slots__ = ("class_", "names")

    def __init__(self, class_: type[enum.Enum], names: list[str]) -> None:
        self.class_ = class_
        self.names = names

    def __repr__(self) -> str:
        class_ = name_of(self.class_)
        members = [f"{class_}.{name}" for name in self.names]
        if len(members) == 1:
            return members[0]
        return f"({' | '.join(members)})" if members else f"{class_}(0)"

    def realised(self, realiser: Realiser) -> Any:
        if len(self.names) == 1:
            return getattr(self.class_, self.names[0])
        return _combined(self.class_, self.names)


def _combined(class_: Any, names: list[str]) -> Any:
    combined = class_(0)
    for name in names:
        combined |= getattr(class_, name)
    return combined


# What is decided here is decided for the call of the target.
_engine.mark_rewritten(globals())
