"""Entries of a frontier on their way from one worker to another.

Invariant: what arrives is what was sent, whatever the numbers are: integers of any size, infinities, NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pef.protocol.messages import Codec, Message, of, optional

if TYPE_CHECKING:
    from pef import _engine

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


class Prediction(Message):
    """The decisions that an input is expected to take, by their fingerprints."""

    count: int
    """How many come before the flipped one."""
    fingerprint: int
    """Of all of them."""
    beginnings: list[int]
    """The fingerprints of some beginnings."""


class FrontierEntry(Message):
    """One input that is still to be run, and what is known about the path that it will take.

    The engine takes entries as they are, and gives objects with the same attributes.
    """

    values: list[tuple[str, Value]]
    """Of the variables, by name."""
    predicted: Prediction | None
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
        "predicted": optional(of(Prediction)),
        "excluded": Codec(
            lambda values: [_encode_value(value) for value in values],
            lambda values: [_decode_value(value) for value in values],
        ),
    }

    @classmethod
    def from_engine(cls, entry: _engine.HandedEntry) -> FrontierEntry:
        told = entry.predicted
        predicted = None if told is None else Prediction(told.count, told.fingerprint, told.beginnings)
        return cls(entry.values, predicted, entry.bound, entry.free, entry.excluded, entry.is_guess)
