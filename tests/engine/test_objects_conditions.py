"""Conditions name what a constructor was given by something that is true."""

from __future__ import annotations

import dataclasses

import pytest

import pef


class Held:
    def __init__(self, value: int) -> None:
        self.value = value

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


class PassedOn(Held):
    def __init__(self, value: int) -> None:
        super().__init__(value)

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


class Changed(Held):
    def __init__(self, value: int) -> None:
        super().__init__(value + 1)

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


class Renamed:
    def __init__(self, value: int) -> None:
        self.other = value

    def is_same(self, x: int) -> int:
        return 1 if self.other == x else 0


class Rebound:
    def __init__(self, value: int) -> None:
        value = value * 2
        self.value = value

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


@dataclasses.dataclass
class Data:
    value: int

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


@dataclasses.dataclass
class ChangedData:
    value: int

    def __post_init__(self) -> None:
        self.value += 1

    def is_same(self, x: int) -> int:
        return 1 if self.value == x else 0


@pytest.mark.parametrize(
    ("class_", "name"),
    [
        (Held, "self.value"),
        (PassedOn, "self.value"),
        (Data, "self.value"),
        (Changed, "self.__init__.value"),
        (Renamed, "self.__init__.value"),
        (Rebound, "self.__init__.value"),
        (ChangedData, "self.__init__.value"),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_an_argument_is_named_like_an_attribute_only_if_it_is_one(class_, name):
    conditions = [condition for path in pef.explore(class_.is_same) for condition in path.condition]
    assert len(conditions) == 2
    assert all(name in condition for condition in conditions)
