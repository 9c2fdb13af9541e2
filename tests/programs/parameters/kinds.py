"""Parameters of types that leave something open."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NewType, TypeVar

Number = TypeVar("Number", int, str)
Identifier = NewType("Identifier", int)


def first_large(values: Iterator[int]) -> int | None:
    for value in values:
        if value > 5:
            return value
    return None


def length(values: Iterable[int]) -> int:
    return len(values)


def joined(values: Sequence[int]) -> list[int]:
    return values + [1]


def looked_up(table: Mapping[str, int]) -> int:
    return table["key"] if "key" in table else 0


def both(one: Number, two: Number) -> str:
    if isinstance(one, int) != isinstance(two, int):
        return "different"
    return "alike"


def apply(function: Callable[[int], int], one: int, two: int) -> str:
    if function(one) != function(one):
        return "inconsistent"
    if function(one) > 3 and function(two) < -3:
        return "both sides"
    return "one side"


def apply_to_text(function: Callable[..., str], text: str) -> bool:
    if function(text, key=1) == "yes":
        return True
    return False


def keyed(function: Callable[[int], int], values: list[int]) -> bool:
    if sorted(values, key=function) != values:
        return True
    return False


def direction(numbers: range) -> str:
    if numbers.start == 7 and numbers.stop > 9:
        return "backwards" if numbers.step < 0 else "forwards"
    return "others"


def covered(number: int, low: int, high: int) -> bool:
    if number in range(low, high):
        return True
    return False


class Shape:
    sides = 0


class Square(Shape):
    sides = 4


def sides(kind: type[Shape]) -> int:
    return 12 // kind().sides


def queued(queue: deque[int]) -> int:
    queue.appendleft(1)
    return queue[1]


def counted(counter: Counter[str]) -> str:
    counter["a"] += 1
    if counter["a"] == 3 and counter["b"] == 0:
        return "three"
    return "others"


def first_of(entries: OrderedDict[str, int], key: str) -> bool:
    entries.move_to_end(key, last=False)
    return next(iter(entries)) == key


def grouped(groups: defaultdict[str, list[int]], key: str) -> int:
    groups[key].append(1)
    return len(groups[key])


def sliced(values: list[int], part: slice) -> list[int]:
    return values[part]


def bare(values: list) -> bool:
    if values and values[0] == 42:
        return True
    return False


def bare_words(words: list) -> bool:
    return any(word.startswith("x") for word in words)


def anything(value: Any) -> int:
    if value == "secret":
        return 1
    return 0


def wrapped(value: Annotated[int, "positive"], other: Identifier, text: "str | None" = None) -> int:
    if text is not None and value == other:
        return 1
    return 0


def implicit_none(value: int = None) -> int:
    if value is None:
        return 0
    return 1
