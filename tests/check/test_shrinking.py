"""Smaller inputs: smaller, of the same type, and only such as fail in the same way under the same condition."""

from __future__ import annotations

import pytest

from pef.checking.shrinking import smaller_values

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
