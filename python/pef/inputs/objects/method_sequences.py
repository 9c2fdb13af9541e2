"""States of objects that their constructors do not give: methods called on them before the target is.

Which members are worth using is said by `pef.inputs.objects.state_changing_members`. A parameter of the object's own class can also be the
object itself: that is how cycles come about.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from typing import Any

from pef import _engine
from pef.contracts.monitor import Preparation
from pef.contracts.sound import require_sound_contract
from pef.errors import RequestError
from pef.inputs.objects.classes import makers_in
from pef.inputs.objects.constructors import parameters_in
from pef.inputs.objects.descriptions import Change, Description, Realiser, arguments_text, changed_arguments
from pef.inputs.objects.generics import substitution_for
from pef.inputs.objects.makers import ClassMaker, is_passing
from pef.inputs.objects.state_changing_members import Member, Use, changing_members
from pef.inputs.types import Parameter, Shape
from pef.source.naming import is_taken
from pef.startup.lazy_patterns import pattern

Step = tuple[Member, list[Any], list[tuple[str, Any]]]


# Before a capital after a small letter, and before the last of several capitals: `LRUCache` is `lru_cache`.
_WORD_BEGINS = pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class _Itself:
    """Stands for the object among the arguments of its own methods."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> _Itself:
        return self


ITSELF = _Itself()


def with_calls(shape: Shape, limit: int) -> Shape:
    """The shape of objects on which up to `limit` methods have been called."""
    if limit == 0:
        return shape
    if shape[0] == "choice":
        return ("choice", *(with_calls(part, limit) for part in shape[1:]))
    if shape[0] == "alias":
        return (*shape[:2], with_calls(shape[2], limit), *shape[3:])
    if shape[0] != "object" or not isinstance(shape[1], ClassMaker):
        return shape
    class_ = shape[1].class_
    methods: list[tuple[Any, ...]] = []
    skipped: list[str] = []
    usable: dict[str, Member] = {}
    for member in changing_members(class_):
        if member.use is Use.NONE:
            skipped.append(member.name)
            continue
        try:
            if member.written is not None:
                require_sound_contract(member.written)
            methods.append((member.shown, *(one.described() for one in _parameters(class_, member))))
            usable[member.shown] = member
        except RequestError:
            skipped.append(member.name)
    if not methods and not skipped:
        return shape
    bound = f"objects of class {class_.__qualname__} after more than {limit} calls of its methods were not made"
    if skipped:
        bound += f", nor any after a call of {', '.join(skipped)}"
    return ("sequence", shape, SequenceMaker(class_, usable), limit, bound, bool(skipped), *methods)


def unchanged_classes(shape: Shape) -> Iterator[type]:
    """Classes of objects in values of a shape that are as their constructors made them, and could be otherwise."""
    for maker in makers_in(_beyond_calls(shape)):
        if isinstance(maker, ClassMaker) and any(True for _ in changing_members(maker.class_)):
            yield maker.class_


def has_calls(shape: Shape) -> bool:
    """Whether methods of objects of a shape are called."""
    if shape[0] == "choice":
        return any(has_calls(part) for part in shape[1:])
    return has_calls(shape[2]) if shape[0] == "alias" else shape[0] == "sequence"


def _beyond_calls(shape: Shape) -> Shape:
    """What is inside of the objects whose methods are called."""
    if shape[0] == "choice":
        return ("choice", *(_beyond_calls(part) for part in shape[1:]))
    if shape[0] == "alias":
        return _beyond_calls(shape[2])
    if shape[0] == "sequence":
        return ("choice", *(parameter[-1] for parameter in shape[1][2:]))
    return shape


class SequenceMaker:
    """Uses members of objects of a class."""

    def __init__(self, class_: type, members: Mapping[str, Member]) -> None:
        self._class = class_
        self._members = members

    def step(self, object_: Any, method: str, args: list[Any], kwargs: list[tuple[str, Any]]) -> bool:
        """Use a member; false where that raised."""
        passed = [object_ if value is ITSELF else value for value in args]
        named = {name: object_ if value is ITSELF else value for name, value in kwargs}
        with Preparation() as preparation:
            try:
                self._members[method].function(object_)(*passed, **named)
            except BaseException as error:
                if is_passing(error):
                    raise
                return False
            return preparation.breach is None

    def described(self, object_: Description, steps: list[tuple[str, list[Any], list[tuple[str, Any]]]]) -> Description:
        """The same calls in the plain world."""
        used = [(self._members[name], args, kwargs) for name, args, kwargs in steps]
        return SequenceDescription(self._class, object_, used) if used else object_


class SequenceDescription(Description):
    """An object after some calls."""

    __slots__ = ("class_", "object_", "steps")

    def __init__(self, class_: type, object_: Description, steps: list[Step]) -> None:
        self.class_ = class_
        self.object_ = object_
        self.steps = steps

    @property
    def variable(self) -> str:
        """A name for the object in the code that makes it."""
        name = _WORD_BEGINS.sub("_", self.class_.__name__).lower().strip("_")
        while keyword.iskeyword(name) or is_taken(name) or name == self.class_.__name__:
            name += "_"
        return name

    def code(self) -> list[str]:
        """Expressions that, one after the other, make the object; the first binds it to its name."""
        name = self.variable
        itself = _Named(name)
        lines = [f"{name} := {self.object_!r}"]
        for member, args, kwargs in self.steps:
            passed = [itself if value is ITSELF else value for value in args]
            named = [(key, itself if value is ITSELF else value) for key, value in kwargs]
            lines.append(member.text(name, arguments_text(passed, named)))
        return lines

    def __repr__(self) -> str:
        return f"({', '.join(self.code())}, {self.variable})[-1]"

    def parts(self) -> list[Any]:
        return [self.object_]

    def variants(self, change: Change) -> Iterator[Description]:
        for object_ in change(self.object_):
            yield SequenceDescription(self.class_, object_, self.steps)
        for index, (member, args, kwargs) in enumerate(self.steps):
            for others, named in changed_arguments(args, kwargs, change):
                steps = [*self.steps[:index], (member, others, named), *self.steps[index + 1 :]]
                yield SequenceDescription(self.class_, self.object_, steps)

    def realised(self, realiser: Realiser) -> Any:
        made = realiser.value(self.object_)
        for member, args, kwargs in self.steps:
            passed = [_Given(made) if value is ITSELF else value for value in args]
            named = [(name, _Given(made) if value is ITSELF else value) for name, value in kwargs]
            realiser.call(member.function(made), passed, named)
        return made


class _Named:
    """Is shown as a name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


class _Given(Description):
    """An object that is there already."""

    __slots__ = ("_object",)

    def __init__(self, object_: Any) -> None:
        self._object = object_

    def realised(self, realiser: Realiser) -> Any:
        return self._object


def _parameters(class_: type, member: Member) -> Iterator[Parameter]:
    try:
        signature = member.signature()
    except (TypeError, ValueError) as error:
        raise RequestError(str(error)) from None
    if not signature.parameters:
        return
    name = f"{class_.__qualname__}.{member.name}"
    substitution = substitution_for(class_, class_, ()) or {}
    for parameter in parameters_in(class_, member.written, signature, substitution, name).supplied:
        yield parameter.with_alternative(("constant", ITSELF)) if _admits(parameter.shape, class_) else parameter


def _admits(shape: Shape, class_: type) -> bool:
    """Whether an object of the class is a value of the shape."""
    if shape[0] == "choice":
        return any(_admits(part, class_) for part in shape[1:])
    return shape[0] == "object" and getattr(shape[1], "class_", None) is class_


# What is called from here sees symbolic values as they are.
_engine.mark_rewritten(globals())
