"""Texts of numbers: put together, laid out, compared, and looked at as far as one condition says it."""

import collections
import dataclasses
import typing


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.0
    hidden: int = dataclasses.field(default=0, repr=False)
    next: typing.Any = None


@dataclasses.dataclass(order=True)
class Fixed(Point):
    z: int = 1


class Pair(typing.NamedTuple):
    first: int
    second: str = ""


Old = collections.namedtuple("Old", "one two")


class Outer:
    @dataclasses.dataclass
    class Inner:
        n: int


def laid_out(n: int, x: float) -> list[str]:
    return [str(n).zfill(5), str(n).rjust(8, "0"), str(n).upper(), f"{x:.2f}".rstrip("0"), str(x).replace(".", ",")]


def sliced(n: int) -> str:
    return str(n)[:3] + str(n)[::-1] + str(n) * 2


def there_and_back(n: int) -> None:
    assert int(str(n)) == n


def same_text(n: int, m: int) -> None:
    assert (str(n) == str(m)) == (n == m)
    assert (f"k{n}" == f"k{m}") == (n == m)


def sign(n: int) -> None:
    assert str(n).startswith("-") == (n < 0)
    assert str(n).isdigit() == (n >= 0)


def last_digit(n: int) -> None:
    assert str(n).endswith("0") == (n % 10 == 0)
    assert f"{n}%".endswith("05%") == (abs(n) % 100 == 5 and n not in (5, -5))


def data_class(n: int, x: float) -> str:
    return f"{Point(n, x, 5)} {Fixed(n)!r} {Outer.Inner(n)}"


def within_itself(n: int) -> str:
    point = Point(n)
    point.next = [point]
    return str(point)


def named_tuple(n: int) -> str:
    return str(Pair(n)) + repr(Old(n, [n]))


def exception(n: int) -> str:
    return repr(ValueError(n)) + repr(KeyError("a", n))


def containers(n: int) -> str:
    counts = collections.defaultdict(int, {1: n})
    return str(collections.OrderedDict(a=n)) + str(counts)


def printed(n: int) -> None:
    print([n], (n,), {"n": n}, Pair(n), Point(n))


def whole_part(x: float) -> str:
    return "%d" % x if -1e9 < x < 1e9 else ""


def million(v: float) -> None:
    assert not ("%.1f million" % (v / 1e6)).startswith("1000.0 ")


def dozen(x: float) -> None:
    assert not f"{x:.2f}".startswith("12.")


def minus_zero(x: float) -> None:
    assert not f"{x:.1f}".startswith("-0")


def three_characters(x: float) -> None:
    assert f"<{x:.1f}>"[:4] != "<7.5"


def ten_items(n: int) -> None:
    assert not f"{n} items".startswith("10 ")


def large_beginning(x: float) -> None:
    assert not f"{x:.1f}".startswith("98")


def no_leading_zeros(x: float) -> None:
    assert not f"{x:.1f}".startswith("00")
