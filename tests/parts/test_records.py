"""Records do what data classes of the same fields do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import pprint
import typing
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import pytest

from pef.results import Decision, Report, Verdict
from pef.startup.records import Record, as_dict, field, replace


class Point(Record):
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)
    hidden: Any = field(default=None, repr=False, compare=False)
    count: ClassVar[int] = 5

    def sum(self) -> int:
        return self.x + self.y


@dataclasses.dataclass(frozen=True)
class DataPoint:
    x: int
    y: int = 0
    tags: list[str] = dataclasses.field(default_factory=list)
    hidden: Any = dataclasses.field(default=None, repr=False, compare=False)


class Far(Point):
    z: int = 9

    def sum(self) -> int:
        return super().sum() + self.z


class Changing(Record, frozen=False):
    name: str
    inner: Changing | None = None


class Checked(Record):
    number: int
    double: int = field(init=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("negative")
        object.__setattr__(self, "double", 2 * self.number)


class Derived(Point):
    """Has a constructor of its own."""

    def __init__(self, x) -> None:
        super().__init__(2 * x)


class Plain(Point):
    """Adds no fields."""


class Identity(Record, eq=False):
    number: int = 0


class Nothing(Record):
    """No fields at all."""


class Kept(Record):
    __slots__ = ("__dict__",)
    name: str


CALLS = [
    lambda c: c(1),
    lambda c: c(1, 2),
    lambda c: c(x=1),
    lambda c: c(1, tags=["a"]),
    lambda c: c(1, hidden=object()),
    lambda c: c(),
    lambda c: c(1, 2, 3, 4, 5),
    lambda c: c(1, x=1),
    lambda c: c(1, other=1),
]


def outcome(call, class_: type) -> tuple:
    """What calling a class gives, in terms that do not depend on its name."""
    try:
        made = call(class_)
    except TypeError as error:
        return (str(error).replace("DataPoint", "Point"),)
    same = made == call(class_)
    return made.x, made.y, made.tags, type(made.hidden), repr(made).replace("DataPoint", "Point"), same


@pytest.mark.parametrize("call", CALLS)
def test_they_are_made_as_data_classes_are(call) -> None:
    # Twice: the first object of a class is made in another way than those after it.
    for _ in range(2):
        assert outcome(call, Point) == outcome(call, DataPoint)


def test_each_has_a_list_of_its_own() -> None:
    one, two = Point(1), Point(1)
    one.tags.append("a")
    assert two.tags == []
    assert one != two


def test_they_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    with pytest.raises(AttributeError):
        point.other = 2
    assert point.x == 1


def test_some_can() -> None:
    changing = Changing("a")
    changing.name = "b"
    assert changing == Changing("b")
    with pytest.raises(AttributeError):
        changing.other = 1
    with pytest.raises(TypeError):
        hash(changing)


def test_equality_and_hashes() -> None:
    assert Decision("branch", None, "x", True) == Decision("branch", None, "x", True)
    assert len({Decision("branch", None, "x", True), Decision("branch", None, "x", True)}) == 1
    assert Decision("branch", None, "x", True) != Decision("branch", None, "x", False)
    assert Point(1, hidden=1) == Point(1, hidden=2)
    assert Point(1) != DataPoint(1)
    assert Far(1) != Point(1)
    assert Identity(1) != Identity(1)
    same = Identity(1)
    assert same in {same}
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    with pytest.raises(TypeError):
        hash(Point(1))


def test_inheritance() -> None:
    far = Far(1, 2, z=3)
    assert (far.x, far.y, far.z, far.tags) == (1, 2, 3, [])
    assert far.sum() == 6
    assert repr(far) == "Far(x=1, y=2, tags=[], z=3)"
    match far:
        case Far(x, y, _, _, z):
            assert (x, y, z) == (1, 2, 3)
        case _:
            pytest.fail("not matched")


def test_what_is_checked_when_it_is_made() -> None:
    assert Checked(2).double == 4
    with pytest.raises(ValueError, match="negative"):
        Checked(-1)
    with pytest.raises(ValueError, match="negative"):
        replace(Checked(1), number=-1)
    assert replace(Checked(1), number=5).double == 10


def test_replacing_keeps_the_rest() -> None:
    point = Point(1, 2, ["a"], hidden=3)
    moved = replace(point, y=7)
    assert (moved.x, moved.y, moved.hidden) == (1, 7, 3)
    assert moved.tags is point.tags
    with pytest.raises(TypeError):
        replace(point, other=1)


def test_signatures() -> None:
    assert str(inspect.signature(Point)) == str(inspect.signature(DataPoint))
    assert str(inspect.signature(Checked)) == "(number: 'int') -> None"
    assert str(inspect.signature(Nothing)) == "() -> None"
    assert [*inspect.signature(Derived).parameters] == ["x"]
    assert str(inspect.signature(Plain)) == str(inspect.signature(DataPoint))


def test_a_constructor_of_a_derived_class_stays() -> None:
    class Base(Record):
        x: int

    class Own(Base):
        def __init__(self, x) -> None:
            super().__init__(2 * x)

    assert [Own(3).x, Own(3).x, Base(3).x, Own(3).x] == [6, 6, 3, 6]
    assert [Derived(1).x, Derived(1).x] == [2, 2]


def test_threads_that_make_the_first_objects() -> None:
    for _ in range(50):

        class Fresh(Record):
            x: int

        with ThreadPoolExecutor(4) as threads:
            assert [one.x for one in threads.map(Fresh, range(8))] == [*range(8)]


def test_a_derived_class_without_fields_is_a_class_like_any() -> None:
    one = Plain(1, 2)
    one.more = 3
    assert (one.x, one.y, one.more) == (1, 2, 3)
    assert copy.deepcopy(one).more == 3
    del one.more
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.x = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.x


def test_variables_of_the_class_and_slots() -> None:
    class Several(Record):
        __slots__ = "cache"
        x: int
        shared: typing.ClassVar[int] = 4
        kept: ClassVar[int] = 5

    several = Several(1)
    assert repr(several).endswith("Several(x=1)")
    assert (Several.shared, several.kept) == (4, 5)
    several.cache = 2
    assert several.cache == 2


def test_they_are_printed() -> None:
    texts = ["a" * 30 for _ in range(5)]
    assert eval(pprint.pformat(Point(1, tags=texts))) == Point(1, tags=texts)
    assert pprint.pformat([Report(Verdict.VERIFIED, stats=dict.fromkeys(texts, 1))])


@pytest.mark.skipif(not hasattr(copy, "replace"), reason="copy.replace came with Python 3.13")
def test_copy_replace() -> None:
    assert copy.replace(Point(1), x=2) == Point(2)


def test_values_by_name() -> None:
    inner = Point(1)
    assert as_dict(Changing("a", inner)) == {"name": "a", "inner": inner}
    assert as_dict(Nothing()) == {}


def test_what_is_kept_besides_fields() -> None:
    kept = Kept("a")
    vars(kept)["more"] = 1
    assert kept.more == 1
    assert repr(kept) == "Kept(name='a')"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies(copied) -> None:
    for original in (Point(1, 2, ["a"]), Far(1, z=2), Changing("a", Changing("b")), Checked(3), Nothing()):
        made = copied(original)
        assert made == original
        assert type(made) is type(original)
        assert made is not original


def test_one_that_contains_itself() -> None:
    ring = Changing("a")
    ring.inner = ring
    assert repr(ring) == "Changing(name='a', inner=...)"
    made = copy.deepcopy(ring)
    assert made.inner is made
    assert pickle.loads(pickle.dumps(ring)).inner.name == "a"


def test_they_are_data_classes_to_those_who_ask() -> None:
    report = Report(Verdict.VERIFIED, stats={"paths": 2})
    assert dataclasses.is_dataclass(report)
    assert dataclasses.is_dataclass(Report)
    names = [one.name for one in dataclasses.fields(report)]
    assert names == ["verdict", "reasons", "coverage", "stats", "findings", "assumed", "can_deepen"]
    assert dataclasses.fields(report)[0].type == "Verdict"
    assert dataclasses.replace(report, stats={}).stats == {}
    assert dataclasses.asdict(report)["stats"] == {"paths": 2}
    assert dataclasses.asdict(report)["coverage"] == {"sides": []}
    assert [one.name for one in dataclasses.fields(Checked(1)) if one.init] == ["number"]
