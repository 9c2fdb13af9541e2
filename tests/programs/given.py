"""Values that C code comes by through the program: results of special methods, elements of iterators, callbacks."""

import array
import itertools
import json
import math
from csv import reader


class Box:
    def __init__(self, value):
        self.value = value


class Sized(Box):
    def __len__(self):
        return self.value

    def __getitem__(self, index):
        return index


class Shortly(Box):
    __len__ = lambda self: self.value  # noqa: E731


class Index(Box):
    def __index__(self):
        return self.value


class Truth(Box):
    def __bool__(self):
        return self.value


class Hashed(Box):
    def __hash__(self):
        return self.value

    def __eq__(self, other):
        return True


def length(x: int):
    return True if len(Sized(x % 9)) == 5 else False  # noqa: SIM210


def short_length(x: int):
    return True if len(Shortly(x % 9)) == 5 else False  # noqa: SIM210


def backwards(x: int):
    return list(reversed(Sized(x % 5))) == [2, 1, 0]


def subscript(x: int):
    return [1, 2, 3][Index(x % 3)] == 2


def of_text(x: int):
    return "abc"[Index(x % 3)] == "b"


def part(x: int):
    return [1, 2, 3][Index(x % 4) :] == [3]


def repeated(x: int):
    return [0] * Index(x % 5) == [0, 0, 0]


def taken(x: int):
    return [1, 2, 3].pop(Index(x % 3)) == 2


def rounded(x: int):
    return round(12.345, Index(x % 3)) == 12.3


def counted(x: int):
    return len(range(Index(x % 5))) == 3


def first_few(x: int):
    return list(itertools.islice("abcdef", Index(x % 5))) == ["a", "b", "c"]


def true(x: int):
    return bool(Truth(x == 7))


def tested(x: int):
    if Truth(x == 7):
        return True
    return False


def negated(x: int):
    return not Truth(x != 7)


def looked_up(x: int):
    return Hashed(x % 100) in {Hashed(5): 1}


def hashed(x: int):
    return hash(Hashed(x % 100)) == 5


# What C code does with these is not known.


def summed(x: float):
    return math.fsum(value for value in [x, 3.0]) == 15.0


def stored(x: int):
    return array.array("q", (value for value in [x % 9]))[0] == 5


def called_back(x: int):
    return json.dumps(Box(1), default=lambda value: x) == "4"


def read(text: str):
    return next(reader(iter([text])), None) == ["a", "b"]
