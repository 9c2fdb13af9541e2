"""Other arguments of the same types: what a certificate says of all inputs is tried on some that it does not list."""

from __future__ import annotations

import dataclasses
import math
from random import Random
from typing import Any

_INTS = (-(2**63), -100, -2, -1, 0, 1, 2, 3, 7, 10, 100, 2**31, 2**64)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, math.inf, -math.inf, math.nan)
_LETTERS = "\0 \n-.059AZaz\u0660\u00df\u0130\U0001f600"


def changed(value: Any, generator: Random) -> Any:
    """A value of the same type, and with parts of the same types; the same one where no other is known."""
    kind = type(value)
    if kind is bool:
        return generator.random() < 0.5
    if kind is int:
        return generator.choice((*_INTS, value + 1, value - 1, -value, generator.randrange(-20, 20)))
    if kind is float:
        return generator.choice((*_FLOATS, value, -value, generator.uniform(-100, 100)))
    if kind is str:
        return _edited(value, generator.choice(_LETTERS), generator)
    if kind is bytes:
        return _edited(value, bytes([generator.choice((0, 32, 48, 65, 97, 255))]), generator)
    if kind is list:
        return _changed_list(value, generator)
    if kind is tuple and value:
        return tuple(_one_changed(list(value), generator))
    if kind is dict and value:
        return _changed_dict(value, generator)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value) if one.init]
        if names:
            name = generator.choice(names)
            return with_attribute(value, name, changed(getattr(value, name), generator))
    return value


def with_attribute(value: Any, name: str, attribute: Any) -> Any:
    """An object like `value` with another attribute; what cannot be changed is made anew."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value, **{name: attribute})
    if isinstance(value, tuple) and hasattr(value, "_replace"):
        return value._replace(**{name: attribute})
    setattr(value, name, attribute)
    return value


def _edited(text: Any, letter: Any, generator: Random) -> Any:
    at = generator.randrange(len(text) + 1)
    if text and generator.random() < 0.5:
        return text[:at] + text[at + 1 :]
    return text[:at] + letter + (text[at:] if generator.random() < 0.5 else text[at + 1 :])


def _one_changed(elements: list[Any], generator: Random) -> list[Any]:
    index = generator.randrange(len(elements))
    elements[index] = changed(elements[index], generator)
    return elements


def _changed_list(elements: list[Any], generator: Random) -> list[Any]:
    copy = list(elements)
    if not copy:
        return copy
    action = generator.choice(("change", "change", "drop", "repeat"))
    if action == "drop":
        del copy[generator.randrange(len(copy))]
        return copy
    if action == "repeat":
        copy.append(changed(generator.choice(copy), generator))
        return copy
    return _one_changed(copy, generator)


def _changed_dict(entries: dict[Any, Any], generator: Random) -> dict[Any, Any]:
    copy = dict(entries)
    key = generator.choice(list(copy))
    if generator.random() < 0.3:
        del copy[key]
    else:
        copy[key] = changed(copy[key], generator)
    return copy
