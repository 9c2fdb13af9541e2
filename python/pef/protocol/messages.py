"""Messages: records that travel as one JSON object each.

A field whose values JSON does not know has a codec in its class; all others travel as they are. A vocabulary is a closed
list of messages that one end understands, told apart by their tags.

Rejected: codecs derived from annotations. Evaluating those takes longer than a worker needs to start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from pef.startup.records import Record, as_dict

if TYPE_CHECKING:
    import enum

    from typing_extensions import Self


class ProtocolError(Exception):
    """A message that this end does not understand."""


class Codec(Record):
    """How the values of a field travel."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def enumeration(class_: type[enum.Enum]) -> Codec:
    return Codec(lambda value: value.value, class_)


def of(class_: Any) -> Codec:
    """A class that has both directions as `to_json` and `from_json`."""
    return Codec(lambda value: value.to_json(), class_.from_json)


def optional(codec: Codec) -> Codec:
    return Codec(
        lambda value: None if value is None else codec.encode(value),
        lambda value: None if value is None else codec.decode(value),
    )


def sequence(codec: Codec) -> Codec:
    return Codec(
        lambda values: [codec.encode(value) for value in values],
        lambda values: [codec.decode(value) for value in values],
    )


class Message(Record):
    """The base of all messages, and of records that are parts of some."""

    tag: ClassVar[str] = ""
    codecs: ClassVar[dict[str, Codec]] = {}

    def to_json(self) -> dict[str, Any]:
        values = as_dict(self)
        for name, codec in self.codecs.items():
            values[name] = codec.encode(values[name])
        return values

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        try:
            decoded = {name: codec.decode(values[name]) for name, codec in cls.codecs.items()}
            return cls(**{**values, **decoded})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ProtocolError(f"not a valid {cls.__name__}: {error}") from error


class Vocabulary(Record):
    """The messages that one end understands."""

    key: str
    """Under which the tag stands in the JSON object."""
    messages: tuple[type[Message], ...]

    def encode(self, message: Message) -> dict[str, Any]:
        return {self.key: message.tag, **message.to_json()}

    def decode(self, values: Any) -> Message:
        """The message in a JSON object; raises `ProtocolError` for anything else."""
        if not isinstance(values, dict):
            raise ProtocolError(f"not a message: {values!r}")
        rest = dict(values)
        tag = rest.pop(self.key, None)
        for class_ in self.messages:
            if class_.tag == tag:
                return class_.from_json(rest)
        raise ProtocolError(f"unknown {self.key} {tag!r}")
