"""Models of dictionaries with symbolic keys: `dict`, `defaultdict` and `OrderedDict`, and what `Counter` inherits.

Every model decides first how the keys concerned relate to those in the dictionary, and then calls the builtin. The
order of a dictionary is that of insertion, so it is the same for all inputs that decide alike.
"""

from __future__ import annotations

import copy as copying
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from typing import Any

from pef import _engine as engine
from pef.models.registry import function, keyed_method
from pef.models.views import ItemsView, KeysView, ValuesView

_CLASSES = (dict, defaultdict, OrderedDict)
# What they have in common with counters, whose other methods are in `counters.py`.
_ALL_CLASSES = (*_CLASSES, Counter)
_KEY = "key"


def _by_key(name: str, classes: tuple[type, ...], stores: bool) -> None:
    """The model of a method whose first argument is a key."""

    def model(self: Any, /, *arguments: Any, **named: Any) -> Any:
        if arguments:
            arguments = (engine.resolve_key(self, arguments[0], stores), *arguments[1:])
        elif _KEY in named:
            named[_KEY] = engine.resolve_key(self, named[_KEY], stores)
        return engine.run_builtin(getattr(engine.ordinary_class(self), name), self, *arguments, **named)

    keyed_method(*classes, trigger="key", name=name)(model)


for _name in ("get", "pop", "__getitem__", "__contains__"):
    _by_key(_name, _ALL_CLASSES, stores=False)
for _name in ("setdefault", "__setitem__"):
    _by_key(_name, _ALL_CLASSES, stores=True)
_by_key("__delitem__", _CLASSES, stores=False)
_by_key("move_to_end", (OrderedDict,), stores=False)


@keyed_method(OrderedDict, trigger="key")
def popitem(self: Any, /, *arguments: Any, **named: Any) -> Any:
    return engine.run_builtin(OrderedDict.popitem, self, *arguments, **named)


@keyed_method(*_CLASSES, trigger="contents")
def update(self: Any, /, *arguments: Any, **named: Any) -> None:
    if len(arguments) > 1:
        engine.run_builtin(engine.ordinary_class(self).update, self, *arguments)
    for argument in arguments:
        _merge(self, argument)
    for key in named:
        self[key] = named[key]


def _keys(dictionary: Any) -> list[Any]:
    """The keys in their order, of which an ordered dictionary has one of its own."""
    return list(dictionary) if isinstance(dictionary, OrderedDict) else engine.keys(dictionary)


def _merge(target: Any, source: Any) -> None:
    """Store the entries of a mapping or of an iterable of pairs."""
    engine.fix(source)
    if hasattr(source, "keys"):
        for key in _keys(source) if isinstance(source, dict) else list(source.keys()):
            target[key] = source[key]
        return
    for position, element in enumerate(source):
        pair = engine.fix(element)
        if not hasattr(pair, "__iter__"):
            _refuse(position, pair)
        pair = list(pair)
        if len(pair) != 2:
            _refuse(position, pair)
        target[pair[0]] = pair[1]


def _refuse(position: int, element: Any) -> None:
    """Raise what `dict` raises for an element that is no pair."""
    engine.run_builtin(dict, [(0, 0)] * position + [element])


@function(dict, trigger="contents")
def dict_(*arguments: Any, **named: Any) -> dict[Any, Any]:
    if len(arguments) > 1:
        return engine.run_builtin(dict, *arguments)  # type: ignore[no-any-return]
    made: dict[Any, Any] = {}
    update(made, *arguments, **named)
    return made


@function(defaultdict, trigger="contents")
def defaultdict_(*arguments: Any, **named: Any) -> defaultdict[Any, Any]:
    made: defaultdict[Any, Any] = engine.run_builtin(defaultdict, *arguments[:1])
    update(made, *arguments[1:], **named)
    return made


@function(OrderedDict, trigger="contents")
def ordered_dict(*arguments: Any, **named: Any) -> OrderedDict[Any, Any]:
    made: OrderedDict[Any, Any] = engine.run_builtin(OrderedDict)
    update(made, *arguments, **named)
    return made


@keyed_method(*_CLASSES, trigger="contents")
def fromkeys(cls: type, /, *arguments: Any, **named: Any) -> Any:
    if not 1 <= len(arguments) <= 2 or named:
        return engine.run_builtin(engine.ordinary_class(cls()).fromkeys, *arguments, **named)
    made = cls()
    # The order of a set would be that of the dictionary.
    for key in list(arguments[0]):
        made[key] = arguments[1] if len(arguments) > 1 else None
    return made


@keyed_method(*_ALL_CLASSES)
def keys(self: Any, /) -> KeysView:
    return KeysView(self)


@keyed_method(*_ALL_CLASSES)
def items(self: Any, /) -> ItemsView:
    return ItemsView(self)


@keyed_method(*_ALL_CLASSES)
def values(self: Any, /) -> ValuesView:
    return ValuesView(self)


@keyed_method(*_CLASSES)
def copy(self: Any, /) -> Any:
    return engine.run_builtin(engine.ordinary_class(self).copy, self)


@keyed_method(*_CLASSES, name="__copy__")
def copied(self: Any, /) -> Any:
    return copy(self)


@keyed_method(*_CLASSES, name="__deepcopy__")
def deeply_copied(self: Any, memory: dict[int, Any], /) -> Any:
    made = copy(self)
    engine.run_builtin(engine.ordinary_class(self).clear, made)
    memory[id(self)] = made
    for key in _keys(self):
        made[copying.deepcopy(key, memory)] = copying.deepcopy(self[key], memory)
    return made


@keyed_method(*_CLASSES, name="__reduce_ex__")
def reduced(self: Any, protocol: int, /) -> Any:
    kind = engine.ordinary_class(self)
    made = (self.default_factory,) if kind is defaultdict else ()
    return kind, made, None, None, iter([(key, self[key]) for key in _keys(self)])


@keyed_method(*_ALL_CLASSES, name="__iter__")
def iterator(self: Any, /) -> Iterator[Any]:
    # Its own function, so that C code which copies dictionaries does not take this one's table.
    if isinstance(self, OrderedDict):
        return _walk(self)
    return engine.run_builtin(engine.ordinary_class(self).__iter__, self)  # type: ignore[no-any-return]


def _walk(dictionary: Any) -> Iterator[Any]:
    """The keys of an ordered dictionary, whose own iterator hashes each of them to find the next."""
    size = len(dictionary)
    for key in engine.run_builtin(list, engine.run_builtin(OrderedDict.__iter__, dictionary)):
        if len(dictionary) != size:
            raise RuntimeError("OrderedDict mutated during iteration")
        yield key


@keyed_method(*_CLASSES, trigger="contents", name="__or__")
def merged(self: Any, other: Any, /) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    made = copy(self)
    _merge(made, other)
    return made


@keyed_method(*_CLASSES, trigger="contents", name="__ror__")
def merged_into(self: Any, other: Any, /) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    made = copy(other)
    _merge(made, self)
    return made


@keyed_method(*_CLASSES, trigger="contents", name="__ior__")
def merged_in_place(self: Any, other: Any, /) -> Any:
    _merge(self, other)
    return self


@keyed_method(*_CLASSES, trigger="contents", name="__eq__")
def equal(self: Any, other: Any, /) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    if isinstance(self, OrderedDict) and isinstance(other, OrderedDict):
        return [(key, self[key]) for key in self] == [(key, other[key]) for key in other]
    if len(self) != len(other):
        return False
    condition = _same_entries(self, other)
    if condition is not None:
        return condition
    # Values with an `==` of their own are compared one by one, as they are natively.
    for key in engine.keys(self):
        if key not in other or not (self[key] is other[key] or self[key] == other[key]):
            return False
    return True


def _same_entries(self: Any, other: Any) -> Any:
    """One condition for the equality of dictionaries of the same size; `None` where there is none."""
    theirs = [(key, _entry(other, key)) for key in engine.keys(other)]
    conditions = []
    for key in engine.keys(self):
        value = _entry(self, key)
        cases = []
        for other_key, other_value in theirs:
            parts = [engine.equality(key, other_key), engine.equality(value, other_value)]
            if parts[0] is None or parts[1] is None:
                return None
            cases.append(engine.every(parts))
        conditions.append(engine.some(cases))
    return engine.every(conditions)


def _entry(dictionary: Any, key: Any) -> Any:
    """The value of a key that is known to be in the dictionary as this very object."""
    return engine.run_builtin(dict.__getitem__, dictionary, key)


@keyed_method(*_CLASSES, trigger="contents", name="__ne__")
def different(self: Any, other: Any, /) -> Any:
    answer = equal(self, other)
    return answer if answer is NotImplemented else not answer
