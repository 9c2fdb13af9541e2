"""Programs about containers: seeded faults that must be found, repaired versions without a finding, known paths."""

from __future__ import annotations

import importlib

import pytest

import pef
from tests.programs.builtins import lists

# Module, function, and what the fault raises.
PROGRAMS = [
    ("two_sum", "places", AssertionError),
    ("matrices", "transposed", IndexError),
    ("word_counts", "most_frequent", KeyError),
    ("searching", "place", IndexError),
    ("nesting", "deepest", ValueError),
]
# What the machine is given; the fault is found in about a second on an idle one.
SECONDS = 30
REPAIRED_SECONDS = 3


def _function(module: str, name: str):
    return getattr(importlib.import_module(f"tests.programs.builtins.{module}"), name)


@pytest.mark.parametrize(("module", "name", "error"), PROGRAMS, ids=[program[0] for program in PROGRAMS])
def test_fault_is_found(module, name, error):
    function = _function(module, f"{name}_faulty")
    for path in pef.explore(function, depth=30, time=SECONDS, strategy="coverage"):
        if path.is_finding:
            assert type(path.exception) is error
            with pytest.raises(error):
                function(*path.args)
            return
    pytest.fail("the fault was not found")


@pytest.mark.parametrize(("module", "name", "error"), PROGRAMS, ids=[program[0] for program in PROGRAMS])
def test_repaired_version_has_no_finding(module, name, error):
    report = pef.check(_function(module, f"{name}_repaired"), depth=8, time=REPAIRED_SECONDS)
    assert report.findings == []
    assert report.stats["paths"] > 5
    # Nothing is approximated: only how far it was looked is bounded.
    # Whether the solver answers in time depends on the machine.
    assert {reason.kind.value for reason in report.reasons} <= {"depth", "time", "size", "solver"}


def test_the_first_element_has_the_three_paths_of_the_paper():
    paths = list(pef.explore(lists.first_is_negative))
    assert len(paths) == 3
    assert {path.result for path in paths if path.exception is None} == {"negative", "other"}
    assert [type(path.exception) for path in paths if path.exception] == [IndexError]
    assert [path.args for path in paths if path.exception] == [([],)]


def test_an_index_into_a_lengthened_list_is_valid_on_both_sides_or_a_fault():
    paths = list(pef.explore(lists.added_to, assume=["len(numbers) == 2"]))
    # What the paths show is the list as it was passed; which element it is does not divide them.
    indices = sorted(path.args[1] for path in paths if path.exception is None)
    assert len(indices) == 2
    assert -5 <= indices[0] < 0 <= indices[1] < 5
    (fault,) = (path for path in paths if path.exception is not None)
    assert isinstance(fault.exception, IndexError)
    assert not -5 <= fault.args[1] < 5


def test_a_slice_with_everything_symbolic_has_every_result():
    report = pef.check(lists.sliced, depth=20, assume=["len(numbers) <= 2"])
    assert {reason.kind.value for reason in report.reasons} == set()
    paths = list(pef.explore(lists.sliced, depth=20, assume=["len(numbers) <= 2"]))
    faults = [path for path in paths if path.exception is not None]
    assert {path.args[3] for path in faults} == {0}
    assert all(str(path.exception) == "slice step cannot be zero" for path in faults)
    for path in paths:
        if path.exception is None:
            numbers, start, stop, step = path.args
            assert path.result == numbers[start:stop:step]
    shapes = {(len(path.args[0]), len(path.result)) for path in paths if path.exception is None}
    assert shapes == {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}


def test_comparison_of_texts_has_every_outcome():
    paths = list(pef.explore(lists.compared, depth=12, time=20))
    assert {path.result for path in paths} == {"empty", "equal", "prefix", "before", "longer", "after"}
    for path in paths:
        assert lists.compared(*path.args) == path.result


def test_recursion_through_a_deep_list_keeps_the_term():
    paths = list(pef.explore(lists.total_of_a_deep_list))
    assert [path.args for path in paths if path.exception is not None] == [(4711, 3)]


def test_a_look_up_in_a_subclass_decides_which_entry():
    report = pef.check(lists.looked_up_in_a_subclass)
    assert report.verdict is pef.Verdict.VERIFIED
    assert sorted(path.args[0] == 1 for path in pef.explore(lists.looked_up_in_a_subclass)) == [False, True]


def test_an_element_of_a_frozen_set_is_found():
    paths = list(pef.explore(lists.looked_up_in_a_frozen_set, depth=4))
    assert frozenset({4711}) in [path.args[0] for path in paths if path.result is True]
