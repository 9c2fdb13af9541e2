"""Every way to change a dictionary, a list, a set or the attributes of a class; each fails where it was not undone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

TABLE: dict[Any, Any] = {number: str(number) for number in range(100)}
NAMES = [str(number) for number in range(100)]
CHOSEN = {number * 7 for number in range(100)}
limit = 3


class Settings:
    colour = "red"
    sizes = {"small": 1}

    def area(self) -> int:
        return 6


settings = Settings()
settings.volume = 3  # type: ignore[attr-defined]
many = Settings()
for _number in range(60):
    setattr(many, f"attribute_{_number}", _number)


def _store(target: Any, value: Any) -> None:
    target.attribute_7 = value


def _store_in_class(value: Any) -> None:
    Settings.colour = value


for _number in range(2_000):
    # The interpreter has its own ways for what it has often done.
    _store(many, 7)
    _store_in_class("red")


def _set_global() -> None:
    global limit
    limit = 4


def _reorder() -> None:
    TABLE[0] = TABLE.pop(0)


def _replace_by_equal() -> None:
    # Another object of the same value.
    TABLE[5] = "".join(["", "5"])
    NAMES[5] = "".join(["", "5"])


CHANGES: dict[str, Callable[[], Any]] = {
    "replaces an entry": lambda: TABLE.__setitem__(3, "three"),
    "adds an entry": lambda: TABLE.__setitem__("new", 1),
    "deletes an entry": lambda: TABLE.__delitem__(3),
    "pops an entry": lambda: TABLE.pop(7),
    "pops the last entry": TABLE.popitem,
    "clears": TABLE.clear,
    "updates": lambda: TABLE.update({1: "one", 1000: "thousand"}),
    "sets a default": lambda: TABLE.setdefault("other", 2),
    "joins": lambda: TABLE.__ior__({2: "two"}),
    "moves an entry to the end": _reorder,
    "replaces a value by an equal one": _replace_by_equal,
    "replaces an element": lambda: NAMES.__setitem__(3, "three"),
    "appends": lambda: NAMES.append("more"),
    "reverses": NAMES.reverse,
    "empties a list": NAMES.clear,
    "adds an element": lambda: CHOSEN.add(1),
    "discards an element": lambda: CHOSEN.discard(7),
    "replaces an element of a set": lambda: (CHOSEN.discard(7), CHOSEN.add(8)),
    "assigns a global": _set_global,
    "assigns a global by another way": lambda: setattr(sys.modules[__name__], "limit", 5),
    "assigns an attribute of the class": lambda: setattr(Settings, "colour", "blue"),
    "adds an attribute to the class": lambda: setattr(Settings, "shape", "round"),
    "deletes an attribute of the class": lambda: delattr(Settings, "colour"),
    "replaces a method": lambda: setattr(Settings, "area", lambda self: 7),
    "changes a table of the class": lambda: Settings.sizes.update(small=2),
    "assigns an attribute": lambda: setattr(settings, "volume", 4),
    "adds an attribute": lambda: setattr(settings, "colour", "green"),
    "deletes an attribute": lambda: delattr(settings, "volume"),
    "assigns one of many attributes": lambda: setattr(many, "attribute_7", -1),
    "assigns one of many attributes as it often did": lambda: _store(many, -1),
    "assigns an attribute of the class as it often did": lambda: _store_in_class("blue"),
}


_FIRST = (
    list(TABLE.items()),
    list(NAMES),
    set(CHOSEN),
    dict(vars(Settings)),
    dict(Settings.sizes),
    list(vars(settings).items()),
    list(vars(many).items()),
)


def _same(now: Iterable[Any], then: Iterable[Any]) -> bool:
    """Whether these are the same objects in the same order."""
    now, then = list(now), list(then)
    return len(now) == len(then) and all(one is two for one, two in zip(now, then, strict=True))


def _flat(entries: Iterable[tuple[Any, Any]]) -> list[Any]:
    return [part for entry in entries for part in entry]


def is_as_at_first() -> bool:
    table, names, chosen, of_class, sizes, of_object, of_many = _FIRST
    return (
        _same(_flat(TABLE.items()), _flat(table))
        and _same(NAMES, names)
        and chosen == CHOSEN
        and limit == 3
        and set(vars(Settings)) == set(of_class)
        and all(vars(Settings)[name] is value for name, value in of_class.items())
        and sizes == Settings.sizes
        and _same(_flat(vars(settings).items()), _flat(of_object))
        and _same(_flat(vars(many).items()), _flat(of_many))
    )


def changing(change: Callable[[], Any]) -> Callable[[int], int]:
    """A function that changes something; it has two paths, so that one of them comes after the other."""

    def changed(x: int) -> int:
        assert is_as_at_first()
        change()
        assert not is_as_at_first()
        return 5 if x > 3 else 6

    return changed
