"""Parts of a frontier as JSON, on their way from one worker to another by way of the supervisor.

Invariant: what arrives is what was sent, whatever the numbers are: integers of any size, infinities, NaN.
"""

from __future__ import annotations

from typing import Any

Entry = list[Any]
"""One part of what is left to explore; only the engine knows what it means."""

_PLAIN = "plain"
_INTEGER = "int"
_FLOAT = "float"
# JSON readers and `int()` refuse longer ones.
_LONGEST_PLAIN = 1 << 63


def to_json(entries: list[tuple[Any, ...]]) -> list[Entry]:
    """Entries as the engine gives them, as values that JSON knows."""
    return [
        [
            [[name, _value_to_json(value)] for name, value in given],
            *others,
            [_value_to_json(one) for one in excluded],
            guess,
        ]
        for given, *others, excluded, guess in entries
    ]


def from_json(entries: list[Entry]) -> list[tuple[Any, ...]]:
    """The entries as the engine takes them."""
    return [
        (
            [(name, _value_from_json(value)) for name, value in given],
            None if predicted is None else tuple(predicted),
            bound,
            free,
            [_value_from_json(one) for one in excluded],
            guess,
        )
        for given, predicted, bound, free, excluded, guess in entries
    ]


def _value_to_json(value: bool | int | float) -> list[Any]:
    if isinstance(value, float):
        return [_FLOAT, value.hex()]
    if isinstance(value, bool) or -_LONGEST_PLAIN < value < _LONGEST_PLAIN:
        return [_PLAIN, value]
    return [_INTEGER, hex(value)]


def _value_from_json(described: list[Any]) -> bool | int | float:
    kind, value = described
    if kind == _FLOAT:
        return float.fromhex(value)
    if kind == _INTEGER:
        return int(value, 16)
    plain: bool | int = value
    return plain
