"""State is put back between runs, also where it is inside objects of C; where it cannot be, nothing is claimed."""

from __future__ import annotations

import contextvars
import itertools
import logging

import pytest

import pef
import pef.exploration.exploration
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
    kept_state.context_variables,
    kept_state.local_to_the_thread,
]


@pytest.mark.parametrize("function", RESTORED, ids=lambda function: function.__name__)
def test_every_run_begins_with_the_same_state(function):
    for _ in range(2):
        paths, report = explore(function, calls=0)
        assert [path.result for path in paths] == [6, 5]
        # One of them reads the environment, which is no input.
        assert kinds(report) <= {"surroundings", "depth"}, report.reasons


@pytest.mark.filterwarnings("ignore:shown")
@pytest.mark.parametrize("function", [kept_state.switches, kept_state.logs], ids=lambda function: function.__name__)
def test_switches_that_a_program_names_are_put_back(function):
    for _ in range(2):
        paths, report = explore(function, calls=0)
        assert [path.result for path in paths] == [6, 5]
        assert not kinds(report) & {"state", "divergence"}, report.reasons


def test_a_handler_writes_to_the_stream_of_its_own_run():
    # The framework that runs this has handlers of its own, with which nothing would be set up.
    handlers, logging.root.handlers = logging.root.handlers, []
    try:
        paths, _ = explore(kept_state.logs)
        assert [path.stdout for path in paths] == ["small\n", "big\n"]
        assert logging.root.handlers == []
    finally:
        logging.root.handlers = handlers


def test_a_context_variable_is_put_back_in_the_context_of_its_caller():
    other = contextvars.ContextVar("other", default=0)

    def explores():
        other.set(1)
        return [
            path.result
            for path in pef.exploration.exploration.Exploration(kept_state.context_variables, pef.Options(calls=0))
        ], other.get()

    context = contextvars.copy_context()
    assert context.run(explores) == ([6, 5], 1)
    assert (context[other], kept_state.unset_variable in context) == (1, False)


@pytest.mark.parametrize("name", kept_state.PASSING)
def test_an_iterator_that_has_no_way_back_is_noticed(name):
    _, report = explore(kept_state.passing(kept_state.PASSING[name]()))
    assert "state" in kinds(report), report.reasons
    assert report.verdict is pef.Verdict.UNKNOWN


def test_zip_longest_goes_back_with_what_it_takes_from():
    function = kept_state.passing(itertools.zip_longest([1, 2, 3], "abc"))
    paths, report = explore(function, calls=0)
    assert [path.result for path in paths] == [0, "(1, 'a')"]
    assert "state" not in kinds(report)


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
    assert [path.result for path in pef.exploration.exploration.Exploration(function, pef.Options(calls=0))] == [
        5,
        "hit",
    ]
    assert report.verdict is pef.Verdict.BOUNDED
    assert function.__closure__[0].cell_contents == 4


seen: list[object] = []


def sees(x: int) -> int:
    seen.append(x)
    return len(seen) if x > 1 else -1


def test_what_the_caller_changes_between_paths_stays():
    seen.clear()
    for path in pef.exploration.exploration.Exploration(sees, pef.Options(calls=0)):
        seen.append(path.call)
    assert seen == ["sees(0)", "sees(2)"]
    seen.clear()
