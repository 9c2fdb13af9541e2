"""Data classes, named tuples, enumerations, typed dictionaries, protocols, abstract and generic classes."""

from __future__ import annotations

import abc
import enum
from collections.abc import Iterator
from dataclasses import InitVar, dataclass, field
from typing import Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 3


def quadrant(point: Point) -> str:
    if point.x > 0:
        return "east" if point.y > 0 else "south-east"
    return "west"


@dataclass
class Order:
    price: int
    tags: list[str] = field(default_factory=list)
    total: int = field(init=False)
    discount: InitVar[int] = 0

    def __post_init__(self, discount: int) -> None:
        if discount > self.price:
            raise ValueError("more than the price")
        self.total = self.price - discount


def is_free(order: Order) -> bool:
    if order.total == 0:
        return True
    return len(order.tags) > 1


class Span(NamedTuple):
    first: int
    last: int = 10


def length(span: Span) -> int:
    if span.last < span.first:
        return 0
    return span.last - span.first + 1


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def is_warm(self) -> bool:
        return self is Color.RED


def lights(color: Color) -> str:
    if color is Color.RED:
        return "stop"
    if color == Color.GREEN:
        return "go"
    return {Color.BLUE: "police"}[color]


def warm(color: Literal[Color.RED, Color.GREEN]) -> bool:
    return color.is_warm()


class Right(enum.Flag):
    READ = 1
    WRITE = 2


def access(right: Right) -> str:
    if Right.WRITE in right and Right.READ not in right:
        raise PermissionError("write only")
    return "some" if right else "none"


class Film(TypedDict, total=False):
    title: str
    year: int


class Entry(Film):
    number: int


def label(entry: Entry) -> str:
    if "title" in entry and entry["number"] > 0:
        return "titled"
    return "old" if entry.get("year", 2000) < 1950 else "new"


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side


class Rectangle(Shape):
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def area(self) -> int:
        return self.width * self.height


def ratio(shape: Shape) -> int:
    if isinstance(shape, Square):
        return 1
    return 100 // shape.area()


class Lonely(abc.ABC):
    @abc.abstractmethod
    def nothing(self) -> None: ...


def use_lonely(lonely: Lonely) -> None:
    lonely.nothing()


class Priced(Protocol):
    price: int

    def label(self) -> str: ...


class Apple:
    price = 3

    def label(self) -> str:
        return "apple"


class Ticket:
    def __init__(self, price: int) -> None:
        self.price = price

    def label(self) -> str:
        return "ticket"


class Bench:
    def label(self) -> str:
        return "bench"


def buy(thing: Priced) -> str:
    return f"{thing.label()} {'dear' if thing.price > 10 else 'cheap'}"


class Bag(Generic[Item]):
    def __init__(self, items: list[Item], spare: Item) -> None:
        self.items = items
        self.spare = spare

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)


def starts(bag: Bag[str]) -> bool:
    return bag.spare.startswith("x")


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slotted) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value % 2)

    def __add__(self, other: Slotted) -> Slotted:
        return Slotted(self.value + other.value)

    def __enter__(self) -> int:
        return self.value

    def __exit__(self, *_: object) -> bool:
        return self.value > 100


def combined(one: Slotted, two: Slotted) -> str:
    with one + two as value:
        if value > 100:
            raise OverflowError
        if one == two:
            return "twins"
    return "others" if value <= 100 else "suppressed"


class Registered(type):
    def __call__(cls, *args: object, **kwargs: object) -> object:
        made = super().__call__(*args, **kwargs)
        made.registered = True
        return made


class Plugin(metaclass=Registered):
    kind = "plugin"

    def __init__(self, level: int) -> None:
        self.level = level

    def __getattr__(self, name: str) -> int:
        if name == "doubled":
            return self.level * 2
        raise AttributeError(name)


def describe(plugin: Plugin) -> str:
    if not getattr(plugin, "registered", False):
        return "impossible"
    if plugin.doubled == 14:
        return plugin.kind
    return "missing" if not hasattr(plugin, "tripled") else "impossible"


class Positive:
    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, instance: object, owner: type) -> int:
        return getattr(instance, self.name)

    def __set__(self, instance: object, value: int) -> None:
        if value <= 0:
            raise ValueError("not positive")
        setattr(instance, self.name, value)


class Weight:
    grams = Positive()

    def __init__(self, grams: int) -> None:
        self.grams = grams


def is_heavy(weight: Weight) -> bool:
    if weight.grams <= 0:
        raise AssertionError("impossible")
    if weight.grams > 1000:
        return True
    return False


class Grade(enum.Enum):
    GOOD = 1
    BAD = 2


def by_value(value: int) -> int:
    try:
        return 1 // (2 - Grade(value).value)
    except ValueError:
        return 5


def by_member_name(name: str) -> str:
    try:
        return Grade[name].name
    except KeyError:
        return "none"


class Money(int):
    pass


class Name(str):
    __slots__ = ()


def share(money: Money) -> int:
    return 1 // money


def initial(name: Name) -> str:
    return name[0]
