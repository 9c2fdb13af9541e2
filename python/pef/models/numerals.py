"""Numbers as text: the codes of an int's digits, worked out when somebody looks at them.

How many digits there are is decided; the digits themselves are terms.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.startup.lazy_patterns import pattern

_DECIMAL = pattern(r"-?[0-9]{1,4000}\Z")

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


class Numeral:
    """The condition that an int or a bool is written as another text, for those who have not looked at its characters."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, other: Any) -> Any:
        value = self.value
        if engine.is_symbolic(other):
            number = number_behind(other)
            return None if number is None or type(value) is bool else value == number
        if type(value) is bool:
            return value if other == "True" else engine.negation(value) if other == "False" else False
        # Anything but what `str` makes is no text of an int, such as leading zeros.
        number = engine.native(int, other) if _DECIMAL.match(other) else None
        return value == number if number is not None and engine.native(str, number) == other else False


def number_behind(text: Any) -> Any:
    """The int that a text is `str` of; nothing if it is another text."""
    equality = engine.equality_of(text)
    return equality.value if isinstance(equality, Numeral) and type(equality.value) is not bool else None
