"""Models of sets with symbolic elements: `set` and `frozenset`.

Operations that make sets decide how the elements of all operands relate, and then let the builtin make the result, so
that even its order is the builtin's. Comparisons are one condition. The order in which a set is walked through depends
on the hashes of its elements: that is noted, except where order means nothing.
"""

from __future__ import annotations

import copy as copying
from collections.abc import ItemsView, Iterator, KeysView
from typing import Any

from pef import _engine as engine
from pef.models.registry import function, keyed_method
from pef.models.set_walks import is_order_irrelevant

_CLASSES = (set, frozenset)
_VIEWS = (KeysView, ItemsView)
_ORDER = "the order of a set depends on its symbolic elements"


def _element(name: str, stores: bool) -> None:
    """The model of a method with one element as its argument."""

    def model(self: Any, /, *arguments: Any, **named: Any) -> Any:
        if len(arguments) == 1:
            # A set may be looked for among frozen ones, though it cannot be hashed.
            given = arguments[0]
            wanted = frozenset(given) if isinstance(given, set) and not stores else given
            arguments = (engine.resolve_key(self, wanted, stores),)
        return engine.run_builtin(getattr(engine.ordinary_class(self), name), self, *arguments, **named)

    keyed_method(*(_CLASSES if name == "__contains__" else (set,)), trigger="key", name=name)(model)


_element("add", stores=True)
for _name in ("discard", "remove", "__contains__"):
    _element(_name, stores=False)


def _elements(iterable: Any) -> Any:
    """The operand as the builtin can take it, read once."""
    engine.fix(iterable)
    return iterable if isinstance(iterable, set | frozenset) else engine.keys(iterable)


def _relate(first: Any, *others: Any) -> None:
    """Decide which elements of the operands are equal."""
    known = engine.keys(first)
    for other in others:
        for element in engine.keys(other):
            if not engine.relate(known, element):
                known.append(element)


def _combination(name: str, classes: tuple[type, ...]) -> None:
    """The model of a method that combines a set with iterables."""

    def model(self: Any, /, *others: Any) -> Any:
        operands = [_elements(other) for other in others]
        _relate(self, *operands)
        # What comes in may be symbolic from here on, also where the builtin works in place.
        if name.endswith("update"):
            _will_hold(self, operands)
        return engine.run_builtin(getattr(engine.ordinary_class(self), name), self, *operands)

    keyed_method(*classes, trigger="contents", name=name)(model)


def _will_hold(target: Any, operands: list[Any]) -> None:
    """Make a set ready for the elements of others."""
    for operand in operands:
        for element in engine.keys(operand):
            engine.resolve_key(target, element, True)


for _name in ("union", "intersection", "difference", "symmetric_difference"):
    _combination(_name, _CLASSES)
for _name in ("update", "intersection_update", "difference_update", "symmetric_difference_update"):
    _combination(_name, (set,))


def _operator(name: str, classes: tuple[type, ...]) -> None:
    """The model of an operator, which takes no other iterables than sets."""
    reflected, in_place = name.startswith("__r"), name.startswith("__i")
    direct = f"__{name[3:]}" if reflected else name

    def model(self: Any, other: Any, /) -> Any:
        left: Any = self
        if isinstance(other, _VIEWS) and not in_place:
            # What comes of a view and a set is a set.
            left, other = set(self), set(other)
        if not isinstance(other, set | frozenset):
            return NotImplemented
        engine.fix(other)
        _relate(left, other)
        if in_place:
            _will_hold(left, [other])
        if reflected:
            left, other = other, left
        return engine.run_builtin(getattr(engine.ordinary_class(left), direct), left, other)

    keyed_method(*classes, trigger="contents", name=name)(model)


for _name in ("and", "or", "sub", "xor"):
    _operator(f"__{_name}__", _CLASSES)
    _operator(f"__r{_name}__", _CLASSES)
    _operator(f"__i{_name}__", (set,))


def _within(one: Any, two: Any) -> Any:
    """The condition that every element of one set is in another."""
    return engine.every([element in two for element in engine.keys(one)])


def _relation(name: str, holds: Any) -> None:
    def model(self: Any, other: Any, /) -> Any:
        if isinstance(other, _VIEWS):
            other = set(other)
        if not isinstance(other, set | frozenset):
            return NotImplemented
        return holds(self, engine.fix(other))

    keyed_method(*_CLASSES, trigger="contents", name=name)(model)


_relation("__eq__", lambda one, two: len(one) == len(two) and _within(one, two))
_relation("__ne__", lambda one, two: len(one) != len(two) or not _within(one, two))
_relation("__le__", lambda one, two: len(one) <= len(two) and _within(one, two))
_relation("__lt__", lambda one, two: len(one) < len(two) and _within(one, two))
_relation("__ge__", lambda one, two: len(one) >= len(two) and _within(two, one))
_relation("__gt__", lambda one, two: len(one) > len(two) and _within(two, one))


@keyed_method(*_CLASSES, trigger="contents")
def issubset(self: Any, other: Any, /) -> Any:
    return _within(self, other if isinstance(other, set | frozenset) else set(engine.keys(other)))


@keyed_method(*_CLASSES, trigger="contents")
def issuperset(self: Any, other: Any, /) -> Any:
    return _within(other if isinstance(other, set | frozenset) else set(engine.keys(other)), self)


@keyed_method(*_CLASSES, trigger="contents")
def isdisjoint(self: Any, other: Any, /) -> Any:
    return not engine.some([element in self for element in _elements_to_look_up(other)])


def _elements_to_look_up(iterable: Any) -> list[Any]:
    elements: list[Any] = engine.keys(iterable)
    for element in elements:
        hash_of(element)
    return elements


def hash_of(element: Any) -> None:
    """Raise what hashing raises."""
    engine.relate([], element)


@function(set, trigger="contents")
def set_(*arguments: Any, **named: Any) -> set[Any]:
    return _made(set, arguments, named)  # type: ignore[no-any-return]


@function(frozenset, trigger="contents")
def frozenset_(*arguments: Any, **named: Any) -> frozenset[Any]:
    if len(arguments) == 1 and isinstance(arguments[0], frozenset):
        return arguments[0]
    return _made(frozenset, arguments, named)  # type: ignore[no-any-return]


def _made(kind: type, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    if len(arguments) != 1 or named:
        return engine.run_builtin(kind, *arguments, **named)
    elements = _elements(arguments[0])
    _relate((), elements)
    return engine.run_builtin(kind, elements)


@keyed_method(*_CLASSES)
def copy(self: Any, /) -> Any:
    return self if isinstance(self, frozenset) else engine.run_builtin(set.copy, self)


@keyed_method(*_CLASSES, name="__copy__")
def copied(self: Any, /) -> Any:
    return copy(self)


@keyed_method(*_CLASSES, name="__deepcopy__")
def deeply_copied(self: Any, memory: dict[int, Any], /) -> Any:
    made = _made(engine.ordinary_class(self), ([copying.deepcopy(one, memory) for one in engine.keys(self)],), {})
    memory[id(self)] = made
    return made


@keyed_method(*_CLASSES, name="__reduce_ex__")
def reduced(self: Any, protocol: int, /) -> Any:
    return engine.ordinary_class(self), (list(self),)


@keyed_method(*_CLASSES, name="__iter__")
def iterator(self: Any, /) -> Iterator[Any]:
    if len(self) > 1 and engine.has_symbolic_keys(self):
        listed = engine.keys(self)
        if is_order_irrelevant(listed):
            return iter(listed)
        engine.concretise(None, _ORDER)
    return engine.run_builtin(engine.ordinary_class(self).__iter__, self)  # type: ignore[no-any-return]


@keyed_method(set)
def pop(self: Any, /) -> Any:
    _note_order(self)
    return engine.run_builtin(set.pop, self)


@keyed_method(*_CLASSES, name="__repr__")
def represented(self: Any, /) -> str:
    _note_order(self)
    text = engine.run_builtin(engine.ordinary_class(self).__repr__, self)
    # The builtin writes the name of its subtypes.
    return text[len("set(") : -1] if isinstance(self, set) and len(self) > 0 else text  # type: ignore[no-any-return]


def _of_any_order(builtin: Any, is_irrelevant: Any) -> None:
    """What comes of the builtin does not depend on the order of a set, where the condition on its arguments holds."""

    def model(elements: Any, /, *arguments: Any, **named: Any) -> Any:
        listed = engine.keys(elements)
        if not is_irrelevant(listed, *arguments, **named):
            listed = list(elements)
        return builtin(listed, *arguments, **named)

    function(builtin, trigger="set")(model)


def _is_exact(elements: list[Any], /, *start: Any, **named: Any) -> bool:
    # Sums of floats depend on the order of their terms.
    return all(type(one) in (int, bool) for one in [*elements, *start, *named.values()])


_of_any_order(sum, _is_exact)
for _builtin in (any, all):
    _of_any_order(_builtin, lambda *_, **__: True)


def _note_order(self: Any) -> None:
    if len(self) > 1 and engine.has_symbolic_keys(self):
        engine.concretise(None, _ORDER)
