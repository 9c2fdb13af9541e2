"""Values of builtin types that are made of others: iterators, slices, ranges, classes, containers of `collections`.

They are made as objects of classes are (`pef.inputs.objects`): from their parts in the symbolic run, described for the plain
one, and shown as the call that makes them.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

from pef import _engine, models
from pef.analysis.worlds import is_named, is_of_program, world_class
from pef.inputs.literals import expression
from pef.inputs.objects.descriptions import Call, Description, Realiser
from pef.inputs.types.shapes import Shape
from pef.source.naming import name_of

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


class Itself(Description):
    """A class, or `None`."""

    __slots__ = ("value",)

    def __init__(self, value: type | None) -> None:
        self.value = value

    def __repr__(self) -> str:
        if self.value is None or self.value.__module__ == "builtins":
            return "None" if self.value is None else self.value.__name__
        return name_of(self.value)

    def realised(self, realiser: Realiser) -> Any:
        return self.value


class ContainerMaker:
    """Makes containers of `collections` from builtin ones; the model of the class sees their terms."""

    is_pure = True
    refused = None

    def __init__(self, class_: type, model: str | None, *before: type | None) -> None:
        self.class_ = class_
        self._model = model
        self._before = before
        """What the class is called with before the contents."""

    def test(self, name: str) -> str:
        """A condition that holds of the containers, as Python."""
        return f"isinstance({name}, {self.class_.__name__})"

    def symbolic(self, args: list[Any], _kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        """Whether there is such a container, and the container."""
        if self._model is None:
            return True, self.class_(*self._before, *args)
        module, name = self._model.split(".")
        try:
            return True, models.loaded(module, name)(*self._before, *args)
        except ValueError:
            # There is no range without a step.
            return False, None

    def described(self, args: list[Any], _kwargs: list[tuple[str, Any]]) -> Call:
        """The call that makes it in the plain world."""
        return Call(self.class_, [*map(Itself, self._before), *args], [])


class ItselfMaker:
    """Finds a class of the program, which is another one in each world."""

    is_pure = True
    refused = None

    def __init__(self, class_: type) -> None:
        self.class_ = class_

    def test(self, name: str) -> str:
        """A condition that holds of the class, as Python."""
        return f"{name} is {self.class_.__qualname__}"

    def symbolic(self, _args: list[Any], _kwargs: list[tuple[str, Any]]) -> tuple[bool, Any]:
        """The class of the world that runs."""
        return True, world_class(self.class_)

    def described(self, _args: list[Any], _kwargs: list[tuple[str, Any]]) -> Itself:
        """The plain class."""
        return Itself(self.class_)


def class_and_subclasses(class_: type) -> Shape:
    """A class of the program, or one of those derived from it."""
    found: list[type] = [class_]
    for known in found:
        derived: list[type] = type.__subclasses__(known)
        others = [one for one in derived if is_of_program(one) and is_named(one)]
        found.extend(one for one in others if one not in found)
    shapes = [("object", ItselfMaker(one)) for one in found]
    return shapes[0] if len(shapes) == 1 else ("choice", *shapes)


def range_shape() -> Shape:
    """A range with any bounds and any step."""
    parts = [(name, "positional", ("int",)) for name in ("start", "stop", "step")]
    return ("object", ContainerMaker(range, "sequences.range_of"), *parts)


def deque_of(element: Shape) -> Shape:
    """A queue of any number of elements, without a limit."""
    return ("object", ContainerMaker(deque, None), ("", "positional", ("list", element)))


def counter_of(element: Shape) -> Shape:
    """A counter with any counts."""
    contents = ("dict", element, ("int",))
    return ("object", ContainerMaker(Counter, "counters.counter"), ("", "positional", contents))


def ordered_dict_of(key: Shape, value: Shape) -> Shape:
    """A dictionary that knows its order."""
    maker = ContainerMaker(OrderedDict, "dictionaries.ordered_dict")
    return ("object", maker, ("", "positional", ("dict", key, value)))


# What a missing value is made by, for the kinds of values of which that is a matter of course.
_FACTORIES: dict[str, Any] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "bytes": bytes,
    "list": list,
    "dict": dict,
    "set": set,
    "tuple_of": tuple,
}


def default_dict_of(key: Shape, value: Shape) -> Shape:
    """A dictionary that makes missing values: empty ones where there are such, none otherwise."""
    maker = ContainerMaker(defaultdict, "dictionaries.defaultdict_", _FACTORIES.get(value[0]))
    return ("object", maker, ("", "positional", ("dict", key, value)))


def iterator_of(element: Shape) -> Shape:
    """An iterator over any number of elements."""
    from collections.abc import Iterator

    return ("object", BuiltinMaker(Iterator, iter), ("", "positional", ("list", element)))


def slice_shape() -> Shape:
    """A slice of ints, any of them left out."""
    parts = (("start", "positional", _OPTIONAL_INT), ("stop", "positional", _OPTIONAL_INT))
    return ("object", BuiltinMaker(slice, slice), *parts, ("step", "positional", _OPTIONAL_INT))


_engine.mark_own(globals())
