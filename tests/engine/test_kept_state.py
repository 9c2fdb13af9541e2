"""State is put back between runs, also where it is inside objects of C; where it cannot be, nothing is claimed."""

from __future__ import annotations

import pytest

import pef
from tests.engine.test_integers import explore, kinds
from tests.programs import changed_tables, kept_state

RESTORED = [
    kept_state.attributes,
    kept_state.containers,
    kept_state.buffers,
    kept_state.iterators,
    kept_state.seeded,
    kept_state.caches,
    kept_state.of_the_interpreter,
]


@pytest.mark.parametrize("function", RESTORED, ids=lambda function: function.__name__)
def test_every_run_begins_with_the_same_state(function):
    for _ in range(2):
        paths, report = explore(function)
        assert [path.result for path in paths] == [6, 5]
        # One of them reads the environment, which is no input.
        assert kinds(report) <= {"surroundings"}, report.reasons


@pytest.mark.parametrize("name", changed_tables.CHANGES)
def test_every_change_of_a_table_is_undone(name):
    assert changed_tables.is_as_at_first()
    paths, report = explore(changed_tables.changing(changed_tables.CHANGES[name]))
    assert [path.result for path in paths] == [6, 5]
    assert not any(path.is_finding for path in paths)
    assert "state" not in kinds(report)
    assert changed_tables.is_as_at_first()


def test_what_cannot_be_put_back_is_no_finding():
    report = pef.check(kept_state.goes_on)
    assert not report.findings
    assert report.verdict is pef.Verdict.UNKNOWN
    assert {"state", "unreproduced"} <= set(kinds(report))


def counting_closure():
    count = 4

    def inner(x: int):
        nonlocal count
        count += 1
        return "hit" if x == count else count

    return inner


def test_variables_of_a_closure_are_put_back():
    function = counting_closure()
    report = pef.check(function)
    assert [path.result for path in pef.explore(function)] == [5, "hit"]
    assert report.verdict is pef.Verdict.VERIFIED
    assert function.__closure__[0].cell_contents == 4


seen: list[object] = []


def sees(x: int) -> int:
    seen.append(x)
    return len(seen) if x > 1 else -1


def test_what_the_caller_changes_between_paths_stays():
    seen.clear()
    for path in pef.explore(sees):
        seen.append(path.call)
    assert seen == ["sees(0)", "sees(2)"]
    seen.clear()
