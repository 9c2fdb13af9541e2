"""From a class to the shape of its objects: one alternative for each class of the program whose objects it admits.

A class that contains itself is read once and then referred to (`("defer", …)`), so that its objects grow one decision
at a time. Invariant: the first alternative of every choice is finite; so is what is built where nothing is decided yet.
"""

from __future__ import annotations

import enum
import inspect
import typing
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any

from pef.analysis.attributes import replaced_parameters
from pef.analysis.purity import is_pure, may_refuse
from pef.analysis.stored_parameters import stored_parameters
from pef.analysis.worlds import is_named, is_of_program
from pef.errors import RequestError
from pef.inputs.objects.constructors import constructor_parameters
from pef.inputs.objects.enums import shape_of_enum, shape_of_member
from pef.inputs.objects.generics import Substitution, substitution_for
from pef.inputs.objects.makers import ClassMaker, MissingMaker
from pef.inputs.objects.protocols import implementations
from pef.inputs.objects.pydantic_models import ModelMaker, is_model
from pef.inputs.objects.typed_dicts import shape_of_typed_dict
from pef.inputs.objects.uninitialised import Blank, BlankMaker
from pef.inputs.types import Shape
from pef.looks import is_a
from pef.startup.records import Record, field

_Key = tuple[type, tuple[Any, ...]]


class Receiver(Record):
    """The type of `self` in a method: the class the method was asked for, and no subclass of it."""

    class_: type


class _Reading(Record, frozen=False):
    """The classes read for one parameter."""

    known: dict[_Key, Shape] = field(default_factory=dict)
    under_way: set[_Key] = field(default_factory=set)

    def shape(self, key: _Key) -> Shape:
        """The shape of objects of a class and its subclasses; a reference where it is being read."""
        if key in self.under_way:
            return ("defer", _Later(self, key))
        if key not in self.known:
            self.under_way.add(key)
            try:
                self.known[key] = _alternatives(_concrete(key[0]), key)
            finally:
                self.under_way.discard(key)
        return self.known[key]


class _Later(Record):
    """Gives the shape of objects of a class that is being read."""

    reading: _Reading
    key: _Key

    @property
    def class_(self) -> type:
        return self.key[0]

    def __call__(self) -> Shape:
        try:
            return self.reading.shape(self.key)
        except RequestError as error:
            return ("object", MissingMaker(self.class_, str(error)))


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


def shape_of_class(annotation: Any, name: str) -> Shape | None:
    """The shape of objects of a class of the program; `None` for types that are none."""
    if is_a(annotation, Blank):
        return ("object", BlankMaker(annotation.class_, is_named=is_named(annotation.class_)))
    class_ = annotation.class_ if is_a(annotation, Receiver) else typing.get_origin(annotation) or annotation
    if not is_a(class_, type):
        return None
    if issubclass(class_, enum.Enum):
        return shape_of_enum(class_)
    if typing.is_typeddict(class_):
        return shape_of_typed_dict(class_, name)
    if not is_of_program(class_):
        return None
    key = (class_, typing.get_args(annotation))
    reading = _reading.get()
    if reading is not None:
        return reading.shape(key)
    reading = _Reading()
    token = _reading.set(reading)
    try:
        shape = _receiver_shape(class_, reading) if is_a(annotation, Receiver) else reading.shape(key)
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
    found: list[Shape] = []
    problems: list[tuple[type, RequestError]] = []
    for candidate in classes:
        substitution = substitution_for(candidate, class_, arguments)
        if substitution is None:
            continue
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


def _object_shape(class_: type, substitution: Substitution) -> Shape:
    known = constructor_parameters(class_, substitution)
    parameters, assumed = known.supplied, known.assumed
    stored = stored_parameters(class_)
    described = tuple(
        (parameter.by_need() if parameter.name in stored and _is_made_later(parameter.shape) else parameter).described()
        for parameter in parameters
    )
    if is_model(class_):
        parts = (parameter.described() for parameter in parameters)
        return ("object", ModelMaker(class_, is_named=is_named(class_), assumed=assumed), *parts)
    undecided = any(shape[0] == "by_need" for *_, shape in described)
    maker = ClassMaker(
        class_,
        is_named=is_named(class_),
        is_pure=is_pure(class_),
        may_refuse=may_refuse(class_),
        stores_undecided=undecided,
        assumed=assumed,
        replaced=replaced_parameters(class_),
    )
    return ("object", maker, *described)


def _is_made_later(shape: Shape) -> bool:
    """Whether making a value takes decisions, and one that nobody reads can be given without asking.

    The replay makes all values before the call: where it has no need of one, that is the first alternative.
    """
    return shape[0] in ("choice", "object", "defer") and not _first_may_be_refused(shape)


def _first_may_be_refused(shape: Shape) -> bool:
    if shape[0] == "choice":
        return _first_may_be_refused(shape[1])
    if shape[0] == "object":
        return getattr(shape[1], "may_refuse", False) or any(_first_may_be_refused(part[-1]) for part in shape[2:])
    return False


def _concrete(class_: type) -> Iterator[type]:
    """The classes of the program whose objects are of a class, that class first."""
    seen: set[type] = set()
    waiting = [class_, *implementations(class_)] if getattr(class_, "_is_protocol", False) else [class_]
    while waiting:
        candidate = waiting.pop(0)
        if candidate in seen:
            continue
        seen.add(candidate)
        if _is_concrete(candidate) and (candidate is class_ or (is_named(candidate) and is_of_program(candidate))):
            yield candidate
        waiting += type.__subclasses__(candidate)


def _is_concrete(class_: type) -> bool:
    return not inspect.isabstract(class_) and not getattr(class_, "_is_protocol", False)


def constant_shape(value: Any) -> Shape:
    """One particular value; a member of an enumeration is that of the world that runs."""
    return shape_of_member(value) if is_a(value, enum.Enum) else ("constant", value)


def finite_first(shapes: Iterable[Shape]) -> list[Shape]:
    """Alternatives in an order in which the first does not contain itself."""
    return sorted(shapes, key=lambda shape: not is_finite(shape))


def is_finite(shape: Shape) -> bool:
    """Whether a value of the shape can be made without deciding anything."""
    kind = shape[0]
    if kind == "defer":
        return False
    if kind in ("choice", "shared"):
        return any(is_finite(part) for part in shape[1:] if is_a(part, tuple))
    if kind in ("tuple", "by_need"):
        return all(is_finite(part) for part in shape[1:])
    if kind == "object":
        return all(is_finite(parameter[-1]) for parameter in shape[2:])
    return True


def makers_in(shape: Shape) -> Iterator[Any]:
    """The makers of the objects in values of a shape; not those that are only referred to."""
    parts = shape[1:]
    if shape[0] in ("sequence", "keywords"):
        # What comes after is no shape: methods, names.
        parts = shape[1:2]
    elif shape[0] == "alias":
        parts = shape[2:3]
    if shape[0] == "object":
        yield shape[1]
        parts = tuple(parameter[-1] for parameter in shape[2:])
    for part in parts if shape[0] not in ("constant", "twins") else ():
        # Beside shapes there are names.
        if is_a(part, tuple) and part and is_a(part[0], str):
            yield from makers_in(part)


def classes_made_of(shape: Shape) -> Iterator[type]:
    """The classes of the program whose objects are in values of a shape, with those they are derived from."""
    for maker in makers_in(shape):
        for class_ in maker.class_.__mro__ if isinstance(getattr(maker, "class_", None), type) else ():
            if is_of_program(class_):
                yield class_


def assumed_in(shape: Shape) -> dict[str, str]:
    """What was assumed of parameters of the constructors by which values of a shape are made."""
    found: dict[str, str] = {}
    for maker in makers_in(shape):
        for name, kind in getattr(maker, "assumed", {}).items():
            found[f"{maker.class_.__qualname__}({name})"] = kind
    return found


def has_objects(shape: Shape) -> bool:
    """Whether values of a shape have objects of classes in them."""
    return any(True for _ in makers_in(shape))


def forget_refusal(shape: Shape) -> None:
    """Before values of a shape are made: none were refused yet."""
    for maker in makers_in(shape):
        if maker.refused is not None:
            maker.refused = None


def refusal(shape: Shape) -> str | None:
    """Why there was no value of a shape: the class whose constructor raised whatever it was called with."""
    for maker in makers_in(shape):
        if maker.refused is not None:
            return f"no object of class {maker.class_.__qualname__} could be made: {maker.refused}"
    return None
