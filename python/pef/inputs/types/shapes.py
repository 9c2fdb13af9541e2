"""From a type to a shape: what the engine builds values of.

A shape is a tuple with its kind first (`("int",)`, `("bool",)`, `("constant", value)`); `crates/pef-python` has the
other end. Where a type leaves something open (`Any`, a bare `list`, an abstract number), likely values are taken, and the
reading is marked as assumed: then the report says what was taken.
"""

from __future__ import annotations

import collections
import collections.abc as abstract
import contextlib
import numbers
import types
import typing
from collections.abc import Callable, Collection, Mapping
from typing import Any

from pef.analysis.type_checking_imports import UNAVAILABLE
from pef.analysis.uses import Facts
from pef.errors import RequestError
from pef.inputs.types.keys import hashable
from pef.looks import attribute_of, has_attribute, is_a

Shape = tuple[Any, ...]

_SIMPLE: dict[object, Shape] = {
    int: ("int",),
    bool: ("bool",),
    # An int is acceptable for a float too; its float is explored.
    float: ("float",),
    None: ("constant", None),
    type(None): ("constant", None),
    str: ("str",),
    bytes: ("bytes",),
    bytearray: ("bytearray",),
    getattr(typing, "LiteralString", str): ("str",),
    type(Ellipsis): ("constant", Ellipsis),
}

_NUMBER: Shape = ("choice", ("int",), ("float",))
# Types with other values than these.
_SAMPLED: dict[object, Shape] = {
    complex: ("choice", *(("constant", value) for value in (0j, 1j, complex(1.5, -2.0)))),
    numbers.Number: _NUMBER,
    numbers.Complex: _NUMBER,
    numbers.Real: _NUMBER,
    numbers.Rational: ("int",),
    numbers.Integral: ("int",),
    typing.SupportsInt: _NUMBER,
    typing.SupportsFloat: _NUMBER,
    typing.SupportsAbs: _NUMBER,
    typing.SupportsRound: _NUMBER,
    typing.SupportsIndex: ("int",),
    typing.SupportsBytes: ("bytes",),
    abstract.Hashable: ("choice", ("int",), ("str",), ("tuple_of", ("int",))),
    abstract.Sized: ("choice", ("list", ("int",)), ("str",), ("dict", ("str",), ("int",))),
}

_LISTS = (list, abstract.MutableSequence)
_LISTS_OR_OTHERS: dict[object, str] = {
    abstract.Sequence: "tuple_of",
    abstract.Reversible: "tuple_of",
    abstract.Collection: "set",
    abstract.Container: "set",
}
_ITERATORS = (abstract.Iterator, abstract.Generator)
_MAPPINGS = (dict, abstract.Mapping, abstract.MutableMapping)
_DICTIONARIES = (collections.Counter, collections.OrderedDict, collections.defaultdict)
_SETS: dict[object, tuple[str, ...]] = {
    set: ("set",),
    frozenset: ("frozenset",),
    abstract.MutableSet: ("set",),
    abstract.Set: ("set", "frozenset"),
}
_WRAPPERS = tuple(
    getattr(typing, name)
    for name in ("Annotated", "Final", "ClassVar", "Required", "NotRequired")
    if hasattr(typing, name)
)
_NOTHING = tuple(getattr(typing, name) for name in ("NoReturn", "Never") if hasattr(typing, name))


def shape_of(annotation: Any, name: str) -> Shape:
    """The shape of values of an annotation."""
    return Reading(name).shape(annotation)


class Reading:
    """Reads the type of one parameter."""

    def __init__(
        self,
        name: str,
        facts: Facts | None = None,
        scope: Mapping[str, Any] | None = None,
        passed: Callable[[], Collection[type]] = frozenset,
    ) -> None:
        self._name = name
        self._facts = facts
        self._scope = scope or {}
        self._passed = passed
        self._reading: list[Any] = []
        self.is_assumed = False
        """Whether values were left out."""
        self.is_guess = False
        """Whether the type as a whole is a guess, and not only what it contains."""

    def shape(self, annotation: Any) -> Shape:
        """The shape of an annotation."""
        if is_a(annotation, str | typing.ForwardRef):
            annotation = self._named(annotation)
        if is_a(annotation, list):
            return self._choice(annotation)
        if annotation is object:
            return self._any_object()
        if annotation is typing.Any or annotation is UNAVAILABLE:
            self.is_guess = True
            return self.anything(self._facts or Facts(is_used=True))
        if any(annotation is nothing for nothing in _NOTHING):
            raise RequestError(f"parameter {self._name!r}: there is no value of type {_shown(annotation)}")
        shape = _looked_up(_SIMPLE, annotation)
        if shape is not None:
            return shape
        shape = _looked_up(_SAMPLED, typing.get_origin(annotation) or annotation)
        if shape is not None:
            self.is_assumed = True
            return shape
        shape = self._special(annotation) or self._generic(annotation)
        if shape is None:
            raise RequestError(f"parameter {self._name!r}: PEF cannot make values of type {_shown(annotation)}")
        return shape

    def anything(self, facts: Facts | None) -> Shape:
        """Likely values of no declared type."""
        from pef.inputs.types.candidates import candidates

        self.is_assumed = True
        return candidates(facts or Facts(), sorted(self._passed(), key=str), self._scope, self._name)

    def _any_object(self) -> Shape:
        """Whoever declares `object` promises to take all of them: those that the code can use, and some that it may not."""
        some = [("constant", None), _SIMPLE[int]]
        with contextlib.suppress(RequestError):
            some.append(self.anything(self._facts or Facts(is_used=True)))
        self.is_assumed = True
        return ("choice", *some)

    def _named(self, annotation: str | typing.ForwardRef) -> Any:
        text = annotation if is_a(annotation, str) else annotation.__forward_arg__
        try:
            return eval(text, {**vars(typing), **self._scope})
        except Exception:
            raise RequestError(f"parameter {self._name!r}: unknown type {text!r}") from None

    def _choice(self, alternatives: list[Any] | tuple[Any, ...]) -> Shape:
        from pef.inputs.objects import finite_first

        shapes: list[Shape] = []
        problems: list[RequestError] = []
        known = [one for one in alternatives if one is not UNAVAILABLE] or alternatives
        self.is_assumed |= len(known) < len(alternatives)
        for alternative in known:
            try:
                shapes.append(self.shape(alternative))
            except RequestError as problem:
                problems.append(problem)
        if problems:
            if not shapes:
                raise problems[0]
            # The others are explored; the report says which.
            self.is_assumed = True
        # One object has few paths, which are soon explored; those of other alternatives may have no end.
        return ("choice", *sorted(finite_first(shapes), key=lambda shape: shape[0] != "constant"))

    def _special(self, annotation: Any) -> Shape | None:
        """Types that stand for others."""
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in (typing.Union, types.UnionType):
            return self._choice(arguments)
        if origin is typing.Literal:
            return ("choice", *(_constant(value) for value in arguments))
        if has_attribute(annotation, "__supertype__"):
            return self.shape(annotation.__supertype__)
        if type(annotation).__name__ == "TypeAliasType":
            return self._alias(annotation, ())
        if type(origin).__name__ == "TypeAliasType":
            return self._alias(origin, arguments)
        if origin in _WRAPPERS or has_attribute(annotation, "__metadata__"):
            return self.shape(annotation.__origin__ if has_attribute(annotation, "__metadata__") else arguments[0])
        if is_a(annotation, typing.TypeVar):
            return self._variable(annotation)
        return None

    def _alias(self, alias: Any, arguments: tuple[Any, ...]) -> Shape:
        if alias in self._reading:
            raise RequestError(f"parameter {self._name!r}: the type {alias} contains itself")
        self._reading.append(alias)
        value = alias.__value__
        if arguments and attribute_of(value, "__parameters__", ()):
            value = value[arguments]
        shape = self.shape(value)
        self._reading.pop()
        return shape

    def _variable(self, variable: typing.TypeVar) -> Shape:
        """One choice for every place where the variable stands."""
        if variable.__bound__ is not None:
            return self.shape(variable.__bound__)
        if variable.__constraints__:
            return ("shared", variable.__name__, *(self.shape(constraint) for constraint in variable.__constraints__))
        self.is_assumed = True
        return ("shared", variable.__name__, ("int",), ("str",))

    def _generic(self, annotation: Any) -> Shape | None:
        """Containers, iterators, functions, classes."""
        origin = typing.get_origin(annotation) or annotation
        arguments = typing.get_args(annotation)
        if origin is tuple:
            return self._tuple(arguments)
        if origin is abstract.Callable:
            return self._function(arguments)
        if origin is type:
            return self._class(arguments)
        if origin is slice:
            from pef.inputs.types.builtins import slice_shape

            return slice_shape()
        if origin is range:
            from pef.inputs.types.builtins import range_shape

            return range_shape()
        container = self._container(origin, arguments)
        if container is not None:
            return container
        from pef.inputs.objects import shape_of_class

        return shape_of_class(annotation, self._name)

    def _container(self, origin: Any, arguments: tuple[Any, ...]) -> Shape | None:
        if origin in _MAPPINGS:
            key, value = (self.shape(argument) for argument in arguments) if len(arguments) == 2 else self._entries()
            return ("dict", self._key(key), value)
        of_elements = (*_LISTS, *_LISTS_OR_OTHERS, *_ITERATORS, *_SETS, abstract.Iterable, collections.deque)
        if origin in _DICTIONARIES:
            return self._dictionary(origin, arguments)
        if not any(origin is one for one in of_elements):
            return None
        element = self.shape(arguments[0]) if arguments else self._element()
        if origin in _LISTS:
            return ("list", element)
        if origin in _LISTS_OR_OTHERS:
            other = _LISTS_OR_OTHERS[origin]
            inside = hashable(element) if other == "set" else element
            return ("list", element) if inside is None else ("choice", ("list", element), (other, inside))
        if origin in _SETS:
            shapes = [(kind, self._key(element)) for kind in _SETS[origin]]
            return shapes[0] if len(shapes) == 1 else ("choice", *shapes)
        from pef.inputs.types.builtins import deque_of, iterator_of

        if origin is collections.deque:
            return deque_of(element)

        iterator = iterator_of(element)
        return iterator if origin in _ITERATORS else ("choice", ("list", element), iterator)

    def _dictionary(self, origin: Any, arguments: tuple[Any, ...]) -> Shape:
        """The dictionaries of `collections`."""
        from pef.inputs.types.builtins import counter_of, default_dict_of, ordered_dict_of

        if origin is collections.Counter:
            return counter_of(self._key(self.shape(arguments[0]) if arguments else self._entries()[0]))
        key, value = (self.shape(argument) for argument in arguments) if len(arguments) == 2 else self._entries()
        key = self._key(key)
        if origin is collections.OrderedDict:
            return ordered_dict_of(key, value)
        # Which factory it has is not in its type.
        self.is_assumed = True
        return default_dict_of(key, value)

    def _key(self, shape: Shape) -> Shape:
        """What can be a key of a dictionary, or an element of a set."""
        key = hashable(shape)
        if key is None:
            raise RequestError(f"parameter {self._name!r}: there is no value of its type, as its keys have no hash")
        return key

    def _element(self) -> Shape:
        """What a container of no declared contents has in it."""
        facts = self._facts.element if self._facts is not None else None
        return Reading(self._name, scope=self._scope)._inner(facts, self)

    def _entries(self) -> tuple[Shape, Shape]:
        facts = self._facts
        value = (facts.value or facts.element) if facts is not None else None
        return ("str",), Reading(self._name, scope=self._scope)._inner(value, self)

    def _inner(self, facts: Facts | None, outer: Reading) -> Shape:
        outer.is_assumed = True
        if facts is None or not (facts.allowed or facts.hinted or facts.parts or facts.attributes or facts.annotations):
            return ("int",)
        likely = self.anything(facts)
        # PEF's convention: a plain `list` is one of ints wherever the code can do with them.
        return ("int",) if likely[0] == "choice" and ("int",) in likely else likely

    def _tuple(self, arguments: tuple[Any, ...]) -> Shape:
        if not arguments:
            return ("tuple_of", self._element())
        if Ellipsis in arguments:
            return ("tuple_of", self.shape(arguments[0]))
        return ("tuple", *(self.shape(argument) for argument in arguments if argument != ()))

    def _function(self, arguments: tuple[Any, ...]) -> Shape:
        from pef.inputs.types.functions import FunctionMaker

        parameters, result = arguments if len(arguments) == 2 else (Ellipsis, None)
        arity = len(parameters) if is_a(parameters, list) else None
        if not arguments or result is typing.Any or result is object:
            self.is_assumed = True
            return ("function", FunctionMaker(arity), ("int",))
        return ("function", FunctionMaker(arity), self.shape(result))

    def _class(self, arguments: tuple[Any, ...]) -> Shape | None:
        """A class itself; those of the program are different ones in the two worlds."""
        from pef.analysis.worlds import is_of_program
        from pef.inputs.types.builtins import class_and_subclasses

        if len(arguments) == 1 and is_a(arguments[0], type) and arguments[0].__module__ == "builtins":
            self.is_assumed = True
            return ("constant", arguments[0])
        if len(arguments) == 1 and is_a(arguments[0], type) and is_of_program(arguments[0]):
            # Somebody may derive others.
            self.is_assumed = True
            return class_and_subclasses(arguments[0])
        return None


def _constant(value: Any) -> Shape:
    from pef.inputs.objects import constant_shape

    return constant_shape(value)


def _looked_up(table: Mapping[object, Shape], annotation: Any) -> Shape | None:
    try:
        return table.get(annotation)
    except TypeError:
        return None


def _shown(annotation: Any) -> str:
    # The type of `self` is known by its class.
    annotation = getattr(annotation, "class_", annotation)
    return annotation.__name__ if is_a(annotation, type) else str(annotation)
