"""One parameter as the engine supplies it: its name, how it is passed, the shape of its values."""

from __future__ import annotations

import enum

from pef.inputs.types.shapes import Shape
from pef.startup.records import Record, replace


class Passing(enum.Enum):
    """How an argument is passed."""

    POSITIONAL = "positional"
    KEYWORD = "keyword"
    SPREAD = "spread"
    """The elements of a tuple, by position: what `*args` collects."""
    SPREAD_KEYWORDS = "spread keywords"
    """The entries of a dictionary, by name: what `**kwargs` collects."""


class Parameter(Record):
    """One parameter that the engine supplies."""

    name: str
    passing: Passing
    shape: Shape

    def described(self) -> tuple[str, str, Shape]:
        """As the engine reads it."""
        return self.name, self.passing.value, self.shape

    def by_need(self) -> Parameter:
        """The parameter with values that are made when the attribute they are stored in is read."""
        return replace(self, shape=("by_need", self.shape))

    def with_alternative(self, shape: Shape) -> Parameter:
        """The parameter with one more shape that its values can have."""
        return replace(self, shape=("choice", self.shape, shape))
