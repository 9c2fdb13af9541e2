"""Functions that fail for arguments of which it is easy not to think."""

from typing import Callable
def pure(f: Callable[[], int]):
    assert f() == f()
def mut(f: Callable[[list[int]], int]):
    x = [1]
    f(x)
    assert x == [1]
def uncalled(f: Callable[[], int]):
    return callable(f)
class Base:
    def n(self) -> int:
        return 1
def make():
    class Sub(Base):
        def n(self) -> int:
            return 2
    return Sub
def base(b: Base):
    assert b.n() == 1
class Other:
    def n(self) -> int:
        return 1
def other(b: Other):
    assert b.n() == 1
def isinst(x):
    y = "S" if isinstance(x, int) else 2
    return y.lower()
def typeis(x):
    y = "S" if type(x) is int else 2
    return y.lower()
def has(x):
    y = "S" if hasattr(x, "lower") else 2
    return y.lower()
def call(x):
    y = "S" if callable(x) else 2
    return y.lower()
def none(x):
    y = "S" if x is None else 2
    return y.lower()
def klass(x):
    y = "S" if isinstance(x, Other) else 2
    return y.lower()
def notklass(x):
    y = 2 if isinstance(x, Other) else "S"
    return y.lower()
def mat(x):
    match x:
        case int(): y = "S"
        case _: y = 2
    return y.lower()
def fine(x):
    if isinstance(x, int):
        return 1
    return 2
def exotic(x):
    if isinstance(x, complex):
        return 1/0
    return 2
def two(x):
    if isinstance(x, int):
        return 1
    if isinstance(x, str):
        return 2
    return [].pop()
