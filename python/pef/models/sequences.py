"""Models of methods of lists, tuples and slices that read an int as a position or a count.

C code takes the plain value of such an argument without asking, so what it means to the sequence is decided first; the
builtin then works with a plain one. All else that these methods do to values goes through operators.
"""

from __future__ import annotations

import sys
from typing import Any

from pef import _engine as engine
from pef.models.registry import function, method_with_numbers

_MOST = (1 << 63) - 1


def range_of(start: Any, stop: Any, step: Any) -> range:
    """A range that is a parameter."""
    return range(start, stop, step)


def fits_a_word(number: Any) -> Any:
    """Whether C code can read an int as a size; what it raises otherwise does not depend on the value."""
    return -_MOST - 1 <= number <= _MOST


def position(sequence: Any, index: Any) -> Any:
    """A plain index or slice in place of a symbolic one."""
    length = len(sequence)
    if isinstance(index, slice):
        step = engine.settle(index.step) if isinstance(index.step, int) else index.step
        return slice(engine.bound_for(index.start, length), engine.bound_for(index.stop, length), step)
    return engine.index_for(index, length)


def bound(sequence: Any, limit: Any) -> Any:
    """A plain bound in place of a symbolic one, as slices take them: beyond either end is one case."""
    return engine.bound_for(limit, len(sequence))


def count(number: Any) -> Any:
    """A plain count in place of a symbolic one: negative ones are one case."""
    if not isinstance(number, int) or not fits_a_word(number):
        return engine.plain(number)
    return engine.settle(number) if number >= 0 else -1


def _pop(sequence: Any, index: Any) -> tuple[Any, ...]:
    known = isinstance(index, int) and fits_a_word(index)
    return (position(sequence, index) if known else engine.plain(index),)


def _insert(sequence: Any, index: Any, element: Any) -> tuple[Any, ...]:
    known = isinstance(index, int) and fits_a_word(index)
    return (bound(sequence, index) if known else engine.plain(index), element)


def _item(sequence: Any, index: Any, *value: Any) -> tuple[Any, ...]:
    return (position(sequence, index), *(engine.fix(one) if isinstance(index, slice) else one for one in value))


def _times(sequence: Any, number: Any) -> tuple[Any, ...]:
    return (count(number),)


def _same(sequence: Any, *arguments: Any) -> tuple[Any, ...]:
    return arguments


def decided(owner: type, name: str, arity: range, arguments_of: Any, trigger: str = "key") -> None:
    """The method's arguments are decided by a function of the sequence and of them, if there are so many."""
    builtin = getattr(owner, name)

    def model(self: Any, /, *arguments: Any, **named: Any) -> Any:
        if len(arguments) in arity and not named:
            arguments = arguments_of(self, *arguments)
        else:
            # Wrong in form, whatever the values.
            arguments = tuple(engine.plain(argument) for argument in arguments)
        return engine.run_builtin(builtin, self, *arguments, **named)

    method_with_numbers(owner, name, model, trigger)


_ONE, _TWO = range(1, 2), range(2, 3)

decided(list, "pop", _ONE, _pop)
decided(list, "insert", _TWO, _insert)
# A slice may have symbolic parts.
decided(list, "__setitem__", _TWO, _item, trigger="any")
decided(list, "__delitem__", _ONE, _item, trigger="any")
decided(list, "__imul__", _ONE, _times)
for _owner in (list, tuple):
    decided(_owner, "__getitem__", _ONE, _item, trigger="any")
    decided(_owner, "__mul__", _ONE, _times)
    decided(_owner, "__rmul__", _ONE, _times)
    decided(_owner, "__contains__", _ONE, _same)


def search(owner: Any, name: str, most: int = 3, remove: bool = False) -> None:
    """The model of a method that looks for an element, and whose error may show the element that is not there."""
    builtin, item = getattr(owner, name), owner.__getitem__
    delete: Any = getattr(owner, "__delitem__", None)
    error = _error_of(builtin, owner())
    shows = error.startswith("0 ")

    def model(self: Any, /, *arguments: Any, **named: Any) -> Any:
        if not 1 <= len(arguments) <= most or named:
            return engine.run_builtin(builtin, self, *map(engine.plain, arguments), **named)
        element = arguments[0]
        place = _from_start(self, arguments[1]) if len(arguments) > 1 else 0
        stop = _from_start(self, arguments[2]) if len(arguments) > 2 else _MOST
        while place < stop and place < len(self):
            if _is_same(engine.run_builtin(item, self, place), element):
                return engine.run_builtin(delete, self, place) if remove else place
            place += 1
        raise ValueError(f"{element!r}{error[1:]}" if shows else error)

    method_with_numbers(owner, name, model)


def _is_same(one: Any, two: Any) -> Any:
    """What containers ask: whether two are the same object, or equal."""
    condition = engine.equality(one, two)
    return (one is two or one == two) if condition is None else condition


def _error_of(builtin: Any, empty: Any) -> str:
    """What is said of 0 in an empty sequence."""
    try:
        builtin(empty, 0)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{builtin} finds an element in an empty sequence")


def _from_start(sequence: Any, limit: Any) -> Any:
    place = bound(sequence, limit)
    return max(place + len(sequence), 0) if place < 0 else place


for _owner in (list, tuple):
    search(_owner, "index")


def _index_in_range(self: range, element: Any, /) -> Any:
    if not isinstance(element, int):
        return engine.run_builtin(range.index, self, element)
    if element in self:
        return (element - self.start) // self.step
    raise ValueError(f"{element!r} is not in range")


def _count_in_range(self: range, element: Any, /) -> Any:
    return int(element in self) if isinstance(element, int) else engine.run_builtin(range.count, self, element)


method_with_numbers(range, "index", _index_in_range)
method_with_numbers(range, "count", _count_in_range)


def _flag(reverse: Any) -> Any:
    """The `reverse` of a sort, which was a C int before it was a truth value."""
    if sys.version_info < (3, 12) and (not isinstance(reverse, int) or not -(1 << 31) <= reverse < 1 << 31):
        return engine.plain(reverse)
    return True if reverse else False  # noqa: SIM210 # a decision


def sort(self: Any, /, *arguments: Any, **named: Any) -> None:
    if "reverse" in named:
        named["reverse"] = _flag(named["reverse"])
    list.sort(self, *arguments, **named)


method_with_numbers(list, "sort", sort)


@function(sorted, trigger="key")
def sorted_(*arguments: Any, **named: Any) -> list[Any]:
    if len(arguments) != 1:
        return engine.run_builtin(sorted, *arguments, **named)  # type: ignore[no-any-return]
    elements = engine.fix(arguments[0])
    if isinstance(elements, set | frozenset):
        listed = engine.keys(elements)
        # Elements with equal keys, and those that `<` does not order, stay in the order they came in.
        made = listed if named.get("key") is None and engine.totally_ordered(listed) else list(elements)
    else:
        made = list(elements)
    sort(made, **named)
    return made


def indices(self: slice, /, *arguments: Any) -> Any:
    parts = (self.start, self.stop, self.step)
    known = all(part is None or isinstance(part, int) for part in parts)
    if len(arguments) != 1 or not isinstance(arguments[0], int) or not known:
        return engine.run_builtin(slice.indices, self, *arguments)
    length = arguments[0]
    if length < 0:
        raise ValueError("length should not be negative")
    step = 1 if self.step is None else self.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    lower, upper = (-1, length - 1) if step < 0 else (0, length)
    first, last = (upper, lower) if step < 0 else (lower, upper)
    return (
        first if self.start is None else _within(self.start, length, lower, upper),
        last if self.stop is None else _within(self.stop, length, lower, upper),
        step,
    )


def _within(limit: Any, length: Any, lower: Any, upper: Any) -> Any:
    if limit < 0:
        limit += length
        return lower if limit < lower else limit
    return upper if limit > upper else limit


method_with_numbers(slice, "indices", indices, trigger="any")
