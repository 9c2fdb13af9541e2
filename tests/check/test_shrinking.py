"""Smaller inputs: smaller, of the same type, and only such as fail in the same way under the same condition."""

from __future__ import annotations

import pytest

from pef.exploration.exploration import Exploration
from pef.inputs.objects.descriptions import Call
from pef.inputs.objects.method_sequences import SequenceDescription
from pef.options import Options
from pef.worker.shrink import views
from pef.worker.shrink.shrinker import smaller_values
from tests.programs.objects import contracted

from .conftest import Project, Run, findings_of


def size(value: object) -> tuple[int, str]:
    return len(repr(value)), repr(value)


@pytest.mark.parametrize(
    "value",
    [
        7,
        -7,
        1,
        -1,
        10**20,
        True,
        2.5,
        "héllo",
        "a",
        b"xyz",
        [3, 1, 2],
        (1, "b"),
        {"k": 9, "l": 0},
        {1, 2, 3},
        [[5], []],
    ],
    ids=repr,
)
def test_candidates_have_the_type_of_the_value_and_differ(value: object) -> None:
    candidates = list(smaller_values(value))
    assert candidates
    assert all(type(candidate) is type(value) for candidate in candidates)
    assert value not in candidates


@pytest.mark.parametrize("value", [0, False, "", b"", [], (), {}, set(), None, 0.0, object()], ids=repr)
def test_the_smallest_values_have_no_candidates(value: object) -> None:
    assert [candidate for candidate in smaller_values(value) if size(candidate) < size(value)] == []


def test_objects_are_made_with_smaller_arguments() -> None:
    *_, path = Exploration(contracted.Interval.width, Options(calls=1, depth=3))
    (description,) = path.inputs[0]
    assert [member.name for member, _, _ in description.steps] == ["widen"]
    widen = description.steps[0][0]
    larger = SequenceDescription(contracted.Interval, Call(contracted.Interval, [40, 50], []), [(widen, [9], [])])
    view = views.seen(larger)
    assert (view.low, view.high, view.widen[0].by, views.calls(view)) == (40, 50, 9, ["widen"])
    assert views.is_instance(view, contracted.Interval)
    candidates = [repr(candidate) for candidate in smaller_values(larger)]
    assert "(interval := Interval(0, 50), interval.widen(9), interval)[-1]" in candidates
    assert "(interval := Interval(40, 50), interval.widen(0), interval)[-1]" in candidates


def test_a_finding_with_an_object_has_a_small_input(pef: Run, project: Project) -> None:
    source = (
        "class Box:\n"
        "    def __init__(self, name: str, size: int) -> None:\n"
        "        self.name, self.size = name, size\n"
        "def price(box: Box) -> int:\n"
        "    if len(box.name) >= 3 and box.size > 1000:\n"
        "        return [1][box.size]\n"
        "    return 0\n"
    )
    finished = pef("check", "m.py:price", "--depth", "8", "--format", "json", folder=project(m=source))
    (finding,) = findings_of(finished)
    assert finding["call"] == "price(Box('aaa', 1001))"


def test_a_finding_has_a_small_input_for_which_its_condition_holds(pef: Run, project: Project) -> None:
    source = (
        "def price(name: str, amount: int) -> int:\n"
        "    if len(name) >= 3 and amount > 1000:\n"
        "        return [1][amount]\n"
        "    return 0\n"
    )
    finished = pef("check", "m.py", "--depth", "8", "--format", "json", folder=project(m=source))
    (finding,) = findings_of(finished)
    assert finding["call"] == "price('aaa', 1001)"
    assert all(eval(condition, {"name": "aaa", "amount": 1001}) for condition in finding["condition"])


def test_defaults_are_left_out_of_calls(pef: Run, project: Project) -> None:
    folder = project(
        m="def total(items: list[int], start: int = 0, label: str = 'x', scale: int = 1) -> int:\n"
        "    return (start + items[0]) * scale\n\n"
        "def named(items: list[int], first: str = 'first', second: str = 'second', scale: int = 1) -> int:\n"
        "    return items[0] if scale == 7 else 0\n"
    )
    finished = pef("check", "m.py", "--time", "20", "--depth", "8", "--format", "json", folder=folder)
    assert {finding["call"] for finding in findings_of(finished)} == {"total([])", "named([], scale=7)"}
