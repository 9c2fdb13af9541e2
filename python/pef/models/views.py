"""Views of dictionaries with symbolic keys.

The builtin's views read the table of their dictionary; these ask it. They are what the abstract base classes make
of a mapping, with the names and the results (`set`) of the builtin's.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from collections.abc import ItemsView as AbstractItemsView
from collections.abc import KeysView as AbstractKeysView
from collections.abc import Set as AbstractSet
from collections.abc import ValuesView as AbstractValuesView
from types import MappingProxyType
from typing import Any

from pef import _engine as engine


class _View:
    """What all views have."""

    _mapping: Any

    def __init__(self, mapping: Any) -> None:
        # The base class's own is not rewritten, and would be noted.
        self._mapping = mapping

    @property
    def mapping(self) -> Any:
        return MappingProxyType(self._mapping)

    def __repr__(self) -> str:
        return f"{type(self).shown}({list(iter(self))!r})"  # type: ignore[attr-defined, call-overload]


class _SetView(_View):
    """Views that are like sets: operators give sets."""

    def _elements(self) -> set[Any]:
        return set(list(iter(self)))  # type: ignore[call-overload] # noqa: C414

    def isdisjoint(self, other: Any) -> bool:
        return self._elements().isdisjoint(other)

    def __and__(self, other: Any) -> Any:
        return self._elements().intersection(_listed(other))

    def __or__(self, other: Any) -> Any:
        return _changed(self._elements(), "update", other)

    def __sub__(self, other: Any) -> Any:
        return _changed(self._elements(), "difference_update", other)

    def __xor__(self, other: Any) -> Any:
        return _changed(self._elements(), "symmetric_difference_update", other)

    def __rand__(self, other: Any) -> Any:
        return set(_listed(other)).intersection(self._elements())

    def __ror__(self, other: Any) -> Any:
        return _changed(set(_listed(other)), "update", self)

    def __rsub__(self, other: Any) -> Any:
        return _changed(set(_listed(other)), "difference_update", self)

    def __rxor__(self, other: Any) -> Any:
        return _changed(set(_listed(other)), "symmetric_difference_update", self)

    def __eq__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one == two)

    def __ne__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one != two)

    def __le__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one <= two)

    def __lt__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one < two)

    def __ge__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one >= two)

    def __gt__(self, other: object) -> Any:
        return _compared(self, other, lambda one, two: one > two)

    __hash__ = None  # type: ignore[assignment]


def _listed(iterable: Any) -> Any:
    """A set as it is, anything else as a list."""
    return iterable if isinstance(iterable, set | frozenset) else list(iterable)


def _changed(elements: set[Any], operation: str, other: Any) -> set[Any]:
    """The set after an operation in place, which is how the builtin makes it, so that its order is the same."""
    getattr(elements, operation)(_listed(other))
    return elements


def _compared(view: _SetView, other: object, relation: Callable[[Any, Any], Any]) -> Any:
    if not isinstance(other, AbstractSet):
        return NotImplemented
    return relation(view._elements(), set(_listed(other)))


class KeysView(_SetView, AbstractKeysView):  # type: ignore[type-arg]
    """`d.keys()`."""

    shown = "dict_keys"

    def __iter__(self) -> Any:
        return iter(self._mapping)

    def __reversed__(self) -> Any:
        return reversed(list(self._mapping))

    def __contains__(self, key: object) -> bool:
        return key in self._mapping


class ItemsView(_SetView, AbstractItemsView):  # type: ignore[type-arg]
    """`d.items()`."""

    shown = "dict_items"

    def __iter__(self) -> Any:
        if isinstance(self._mapping, OrderedDict):
            return ((key, self._mapping[key]) for key in self._mapping)
        return iter(_native(self._mapping, "items"))

    def __reversed__(self) -> Any:
        return reversed(list(iter(self)))

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, tuple) or len(item) != 2:
            return False
        key, value = item
        if key not in self._mapping:
            return False
        present = self._mapping[key]
        return present is value or present == value


class ValuesView(_View, AbstractValuesView):  # type: ignore[type-arg]
    """`d.values()`."""

    shown = "dict_values"

    def __iter__(self) -> Any:
        if isinstance(self._mapping, OrderedDict):
            return (self._mapping[key] for key in self._mapping)
        return iter(_native(self._mapping, "values"))

    def __reversed__(self) -> Any:
        return reversed(list(iter(self)))


def _native(mapping: Any, name: str) -> Any:
    """The builtin's view, whose iterators give entries as they stand."""
    return engine.run_builtin(getattr(engine.ordinary_class(mapping), name), mapping)


engine.set_view_classes(KeysView, ItemsView)
