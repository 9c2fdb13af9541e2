"""The definitions that random programs use."""

PRELUDE = """\
import contextlib
import dataclasses
import enum
import math
from typing import Literal, NamedTuple, Optional, Union

INF, NAN, LIMIT = math.inf, math.nan, 2
TABLE = {0: 1, 1: 3, 7: 0}

class Refused(Exception):
    pass

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

@dataclasses.dataclass
class Point:
    x: int
    y: bool

    def total(self) -> int:
        return self.x + 1 if self.y else self.x

    def scaled(self, by: int) -> 'Point':
        return Point(self.x * by, not self.y)

class Pair(NamedTuple):
    left: int
    right: str

class Counter:
    def __init__(self, count: int):
        self.count = count

    def bump(self, by: int) -> int:
        if by < 0:
            raise ValueError('negative')
        self.count += by
        return self.count

    def __len__(self) -> int:
        return self.count

def helper(n: int) -> int:
    if n > 1:
        return n - 1
    return 2 // (n + 1)

def upto(n: int):
    for i in range(min(n, 3)):
        yield i * i

def depth_of(n: int) -> int:
    return 0 if not 0 < n < 9 else 1 + depth_of(n - 2)

"""
