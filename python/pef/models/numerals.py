"""Numbers as text: the codes of an int's digits, worked out when somebody looks at them.

How many digits there are is decided; the digits themselves are terms.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine

_MINUS = 45
_ZERO = 48


def digits(magnitude: Any, base: int = 10, capital: bool = False) -> list[Any]:
    """The codes of the digits of a number that is not negative."""
    count = 1
    while magnitude >= base**count:
        count += 1
    return [digit(magnitude // base**place % base, base, capital) for place in reversed(range(count))]


def digit(value: Any, base: int = 16, capital: bool = False) -> Any:
    """The code of one digit."""
    if base <= 10:
        return value + _ZERO
    letters = ord("A" if capital else "a") - 10
    return engine.choose(value < 10, value + _ZERO, value + letters)


def decimal(value: Any) -> list[Any]:
    """The codes of `str(value)` of an int; of a bool, the word."""
    if isinstance(value, bool):
        return engine.codes("True" if value else "False")
    if value < 0:
        return [_MINUS, *digits(-value)]
    return digits(value)
