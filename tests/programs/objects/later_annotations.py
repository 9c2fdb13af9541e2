"""Classes whose annotations are texts when the class is made."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, dataclass
from typing import TypedDict

try:
    from typing import NotRequired, Required
except ImportError:
    from typing_extensions import NotRequired, Required


class Options(TypedDict):
    name: str
    size: NotRequired[int]


class MoreOptions(Options, total=False):
    depth: Required[int]
    width: int


def size_of(options: Options) -> int:
    return options["size"]


def inherited_size_of(options: MoreOptions) -> int:
    return options["size"]


def depth_of(options: MoreOptions) -> int:
    return 1 if options["depth"] > 0 else 0


@dataclass
class Scaled:
    value: int
    scale: InitVar[int]
    other: dataclasses.InitVar[int] = 2
    result: int = dataclasses.field(init=False)

    def __post_init__(self, scale, other):
        self.result = self.value * scale * other


def inverse(scaled: Scaled) -> int:
    return 1 // scaled.result
