"""From a class to the shape of its objects: one alternative for each class of the program whose objects it admits.

A class that contains itself is read once and then referred to (`("defer", …)`), so that its objects grow one decision
at a time. Invariant: the first alternative of every choice is finite; so is what is built where nothing is decided yet.
"""

from __future__ import annotations

import functools
import inspect
import sys
import typing
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pef.errors import RequestError
from pef.objects.constructors import constructor_parameters
from pef.objects.makers import ClassMaker, MissingMaker
from pef.objects.naming import attribute
from pef.types import Shape

_Key = tuple[type, tuple[Any, ...]]
_OWN_FOLDER = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Receiver:
    """The type of `self` in a method: the class the method was asked for, and no subclass of it."""

    class_: type


@dataclass(slots=True)
class _Reading:
    """The classes read for one parameter."""

    known: dict[_Key, Shape] = field(default_factory=dict)
    under_way: set[_Key] = field(default_factory=set)

    def shape(self, key: _Key) -> Shape:
        """The shape of objects of a class and its subclasses; a reference where it is being read."""
        if key in self.under_way:
            return ("defer", functools.partial(self._read_later, key))
        if key not in self.known:
            self.under_way.add(key)
            try:
                self.known[key] = _alternatives(_concrete(key[0]), key)
            finally:
                self.under_way.discard(key)
        return self.known[key]

    def _read_later(self, key: _Key) -> Shape:
        try:
            return self.shape(key)
        except RequestError as error:
            return ("object", MissingMaker(key[0], str(error)))


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


def shape_of_class(annotation: Any, name: str) -> Shape | None:
    """The shape of objects of a class of the program; `None` for types that are none."""
    class_ = annotation.class_ if isinstance(annotation, Receiver) else typing.get_origin(annotation) or annotation
    if not isinstance(class_, type) or not is_of_program(class_):
        return None
    key = (class_, typing.get_args(annotation))
    reading = _reading.get()
    if reading is not None:
        return reading.shape(key)
    reading = _Reading()
    token = _reading.set(reading)
    try:
        shape = _receiver_shape(class_, reading) if isinstance(annotation, Receiver) else reading.shape(key)
    finally:
        _reading.reset(token)
    if not is_finite(shape):
        raise RequestError(
            f"parameter {name!r}: an object of class {class_.__qualname__} takes another one to be made, without end"
        )
    return shape


def _receiver_shape(class_: type, reading: _Reading) -> Shape:
    """A subclass has methods of its own, so `self` is of one only where the class itself has no objects."""
    key: _Key = (class_, ())
    reading.under_way.add(key)
    classes = [class_] if _is_concrete(class_) else list(_concrete(class_))
    shape = _alternatives(classes, key)
    reading.under_way.discard(key)
    # Inside of it, objects of the class may be of subclasses.
    reading.shape(key)
    return shape


def _alternatives(classes: Iterable[type], key: _Key) -> Shape:
    class_, arguments = key
    substitution = dict(zip(getattr(class_, "__parameters__", ()), arguments, strict=False))
    found: list[Shape] = []
    problems: list[tuple[type, RequestError]] = []
    for candidate in classes:
        try:
            found.append(_object_shape(candidate, substitution))
        except RequestError as error:
            problems.append((candidate, error))
    if not found:
        if problems:
            raise problems[0][1]
        raise RequestError(f"class {class_.__qualname__} is abstract, and no concrete class for it was found")
    found += [("object", MissingMaker(candidate, str(error))) for candidate, error in problems]
    ordered = finite_first(found)
    return ordered[0] if len(ordered) == 1 else ("choice", *ordered)


def _object_shape(class_: type, substitution: dict[Any, Any]) -> Shape:
    parameters = constructor_parameters(class_, substitution)
    maker = ClassMaker(class_, is_named=_is_named(class_))
    return ("object", maker, *(parameter.described() for parameter in parameters))


def _concrete(class_: type) -> Iterator[type]:
    """The classes of the program whose objects are of a class, that class first."""
    seen: set[type] = set()
    waiting = [class_]
    while waiting:
        candidate = waiting.pop(0)
        if candidate in seen:
            continue
        seen.add(candidate)
        if _is_concrete(candidate) and (candidate is class_ or (_is_named(candidate) and is_of_program(candidate))):
            yield candidate
        waiting += type.__subclasses__(candidate)


def _is_concrete(class_: type) -> bool:
    return not inspect.isabstract(class_) and not getattr(class_, "_is_protocol", False)


def _is_named(class_: type) -> bool:
    """Whether the class is the one of its name now: classes of the rewritten world and replaced ones are not."""
    module = sys.modules.get(class_.__module__)
    return module is not None and attribute(module, class_.__qualname__.split(".")) is class_


def is_of_program(class_: type) -> bool:
    """Whether a class was written for the program, and not for a library or for Python itself."""
    module = sys.modules.get(class_.__module__)
    file = getattr(module, "__file__", None)
    if module is None or not file or not file.endswith(".py"):
        return False
    path = Path(file)
    return (
        class_.__module__.partition(".")[0] not in sys.stdlib_module_names
        and "site-packages" not in path.parts
        and not path.is_relative_to(_OWN_FOLDER)
    )


def finite_first(shapes: Iterable[Shape]) -> list[Shape]:
    """Alternatives in an order in which the first does not contain itself."""
    return sorted(shapes, key=lambda shape: not is_finite(shape))


def is_finite(shape: Shape) -> bool:
    """Whether a value of the shape can be made without deciding anything."""
    kind = shape[0]
    if kind == "defer":
        return False
    if kind == "choice":
        return any(is_finite(part) for part in shape[1:])
    if kind == "tuple":
        return all(is_finite(part) for part in shape[1:])
    if kind == "object":
        return all(is_finite(parameter[-1]) for parameter in shape[2:])
    return True


def refusal(shape: Shape) -> str | None:
    """Why there was no value of a shape: the class whose constructor raised whatever it was called with."""
    if shape[0] == "object":
        maker = shape[1]
        if maker.refused is not None:
            return f"no object of class {maker.class_.__qualname__} could be made: it raised {maker.refused}"
        return next(filter(None, (refusal(parameter[-1]) for parameter in shape[2:])), None)
    parts = (part for part in shape[1:] if isinstance(part, tuple))
    return next(filter(None, (refusal(part) for part in parts)), None)
