"""Models of `Counter`: counting, its methods and its operators, where something symbolic is counted.

A missing element counts as zero, and operators keep only what counts more than that. All of it is said in terms of the
look-ups and stores of dictionaries, which decide how keys relate.
"""

from __future__ import annotations

import copy as copying
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pef import _engine as engine
from pef.models.dictionaries import equal as equal_entries
from pef.models.registry import function, keyed_method

_Count = Callable[[Any, Any], Any]


def _entries(counter: Any) -> list[tuple[Any, Any]]:
    """The elements with their counts, in their order."""
    return [(key, counter[key]) for key in engine.keys(counter)]


def _change(self: Any, iterable: Any, named: dict[str, Any], count: _Count) -> None:
    """Give each element, or each key of a mapping, its new count, which follows from the one it has and that given."""
    if iterable is not None:
        engine.fix(iterable)
        if isinstance(iterable, dict):
            for key, number in _entries(iterable):
                self[key] = count(self.get(key, 0), number)
        elif isinstance(iterable, Mapping):
            for key, number in iterable.items():
                self[key] = count(self.get(key, 0), number)
        else:
            for key in iterable:
                self[key] = count(self.get(key, 0), 1)
    for name, number in named.items():
        self[name] = count(self.get(name, 0), number)


@keyed_method(Counter, trigger="contents")
def update(self: Any, iterable: Any = None, /, **named: Any) -> None:
    if not self and isinstance(iterable, dict):
        # Taken as they are: counts need not be numbers.
        for key, number in _entries(engine.fix(iterable)):
            self[key] = number
        iterable = None
    _change(self, iterable, named, lambda present, number: number + present)


@keyed_method(Counter, trigger="contents")
def subtract(self: Any, iterable: Any = None, /, **named: Any) -> None:
    _change(self, iterable, named, lambda present, number: present - number)


@function(Counter, trigger="contents")
def counter(iterable: Any = None, /, **named: Any) -> Counter[Any]:
    made: Counter[Any] = engine.run_builtin(Counter)
    update(made, iterable, **named)
    return made


@keyed_method(Counter, trigger="any")
def most_common(self: Any, n: Any = None) -> list[tuple[Any, Any]]:
    ordered = sorted(_entries(self), key=lambda entry: entry[1], reverse=True)
    if n is None:
        return ordered
    if not isinstance(n, int):
        return engine.run_builtin(Counter.most_common, self, n)  # type: ignore[no-any-return]
    return ordered[:n] if n > 0 else []


@keyed_method(Counter, trigger="any")
def elements(self: Any) -> Iterator[Any]:
    return _repeated(self)


def _repeated(counter: Any) -> Iterator[Any]:
    for key, count in _entries(counter):
        for _ in range(count):
            yield key


if hasattr(Counter, "total"):

    @keyed_method(Counter, trigger="any")
    def total(self: Any) -> Any:
        return sum([count for _, count in _entries(self)])


@keyed_method(Counter, trigger="any")
def copy(self: Any) -> Counter[Any]:
    return counter(self)


@keyed_method(Counter, name="__copy__")
def copied(self: Any) -> Counter[Any]:
    return counter(self)


@keyed_method(Counter, name="__deepcopy__")
def deeply_copied(self: Any, memory: dict[int, Any], /) -> Counter[Any]:
    made: Counter[Any] = engine.run_builtin(Counter)
    memory[id(self)] = made
    for key, count in _entries(self):
        made[copying.deepcopy(key, memory)] = copying.deepcopy(count, memory)
    return made


@keyed_method(Counter, name="__reduce_ex__")
def reduced(self: Any, protocol: int, /) -> Any:
    return Counter, (), None, None, iter(_entries(self))


@keyed_method(Counter, trigger="key", name="__delitem__")
def delete(self: Any, element: Any, /) -> None:
    if element in self:
        engine.run_builtin(dict.__delitem__, self, engine.resolve_key(self, element, False))


def _combined(one: Any, two: Any, both: _Count, alone: _Count | None) -> Any:
    """A counter of what comes to more than zero: of elements of the first by `both`, of others by `alone`."""
    if not isinstance(one, Counter) or not isinstance(two, Counter):
        return NotImplemented
    made: Counter[Any] = engine.run_builtin(Counter)
    for key, count in _entries(one):
        result = both(count, two[key])
        if result > 0:
            made[key] = result
    if alone is not None:
        for key, count in _entries(two):
            if key not in one:
                result = alone(0, count)
                if result > 0:
                    made[key] = result
    return made


def _more(one: Any, two: Any) -> Any:
    return two if one < two else one


def _less(one: Any, two: Any) -> Any:
    return one if one < two else two


def _operator(name: str, both: _Count, alone: _Count | None) -> None:
    """The models of a binary operator, with the operand on either side, and in place."""

    def model(self: Any, other: Any, /) -> Any:
        return _combined(self, other, both, alone)

    def reflected(self: Any, other: Any, /) -> Any:
        return _combined(other, self, both, alone)

    def in_place(self: Any, other: Any, /) -> Any:
        made = _combined(self, other, both, alone)
        if made is NotImplemented:
            return engine.run_builtin(getattr(Counter, f"__i{name}__"), self, other)
        kept = _entries(made)
        for key, count in kept:
            self[key] = count
        for key in engine.keys(self):
            if key not in made:
                delete(self, key)
        return self

    keyed_method(Counter, trigger="contents", name=f"__{name}__")(model)
    keyed_method(Counter, name=f"__r{name}__")(reflected)
    keyed_method(Counter, trigger="contents", name=f"__i{name}__")(in_place)


_operator("add", lambda one, two: one + two, lambda one, two: one + two)
_operator("sub", lambda one, two: one - two, lambda one, two: one - two)
_operator("or", _more, lambda _, two: two)
_operator("and", _less, None)


@keyed_method(Counter, trigger="any", name="__pos__")
def positive(self: Any, /) -> Any:
    return _combined(self, engine.run_builtin(Counter), lambda one, _: one, None)


@keyed_method(Counter, trigger="any", name="__neg__")
def negative(self: Any, /) -> Any:
    return _combined(self, engine.run_builtin(Counter), lambda one, _: 0 - one, None)


def _comparison(holds: _Count) -> Callable[[Any, Any], Any]:
    """The model of a comparison, which holds if it does for the counts of every element of either."""

    def model(self: Any, other: Any, /) -> Any:
        if not isinstance(other, Counter):
            return NotImplemented
        keys = [*engine.keys(self), *engine.keys(other)]
        return all(holds(self[key], other[key]) for key in keys)

    return model


_same_counts = _comparison(lambda one, two: one == two)
_at_most = keyed_method(Counter, trigger="contents", name="__le__")(_comparison(lambda one, two: one <= two))
_at_least = keyed_method(Counter, trigger="contents", name="__ge__")(_comparison(lambda one, two: one >= two))


@keyed_method(Counter, trigger="contents", name="__eq__")
def equal(self: Any, other: Any, /) -> Any:
    # Any other dictionary is asked in its turn, and compares entries.
    return _same_counts(self, other) if isinstance(other, Counter) else equal_entries(self, other)


@keyed_method(Counter, trigger="contents", name="__ne__")
def different(self: Any, other: Any, /) -> Any:
    answer = equal(self, other)
    return answer if answer is NotImplemented else not answer


@keyed_method(Counter, trigger="contents", name="__lt__")
def less(self: Any, other: Any, /) -> Any:
    return _at_most(self, other) and different(self, other) if isinstance(other, Counter) else NotImplemented


@keyed_method(Counter, trigger="contents", name="__gt__")
def greater(self: Any, other: Any, /) -> Any:
    return _at_least(self, other) and different(self, other) if isinstance(other, Counter) else NotImplemented
