"""Entries of a frontier on their way from one worker to another.

Invariant: what arrives is what was sent, whatever the numbers are: integers of any size, infinities, NaN.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pef.protocol.messages import Codec, Message

Value = bool | int | float

_PLAIN = "plain"
_INTEGER = "int"
_FLOAT = "float"
# JSON readers and `int()` refuse longer ones.
_LONGEST_PLAIN = 1 << 63


def _encode_value(value: Value) -> list[Any]:
    if isinstance(value, float):
        return [_FLOAT, value.hex()]
    if isinstance(value, bool) or -_LONGEST_PLAIN < value < _LONGEST_PLAIN:
        return [_PLAIN, value]
    return [_INTEGER, hex(value)]


def _decode_value(described: list[Any]) -> Value:
    kind, value = described
    if kind == _FLOAT:
        return float.fromhex(value)
    if kind == _INTEGER:
        return int(value, 16)
    plain: bool | int = value
    return plain


class FrontierEntry(Message):
    """One input that is still to be run, and what is known about the path that it will take.

    The engine gives and takes entries as tuples of these fields.
    """

    values: list[tuple[str, Value]]
    """Of the variables, by name."""
    predicted: tuple[int, int, list[int]] | None
    """How many decisions come before the flipped one, the fingerprint of all of them, and those of some beginnings."""
    bound: int
    """Decisions before this one are another entry's to flip."""
    free: list[int]
    """Which of the decisions before the bound are free."""
    excluded: list[Value]
    """Of a value decision: the values that were taken."""
    is_guess: bool

    codecs: ClassVar[dict[str, Codec]] = {
        "values": Codec(
            lambda values: [[name, _encode_value(value)] for name, value in values],
            lambda values: [(name, _decode_value(value)) for name, value in values],
        ),
        "predicted": Codec(
            lambda predicted: None if predicted is None else list(predicted),
            lambda predicted: None if predicted is None else tuple(predicted),
        ),
        "excluded": Codec(
            lambda values: [_encode_value(value) for value in values],
            lambda values: [_decode_value(value) for value in values],
        ),
    }

    @classmethod
    def from_engine(cls, entry: tuple[Any, ...]) -> FrontierEntry:
        return cls(*entry)

    def for_engine(self) -> tuple[Any, ...]:
        return (self.values, self.predicted, self.bound, self.free, self.excluded, self.is_guess)
