"""Objects that refer to objects are made as far as they are looked at, whatever way that is done in."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, kinds, outcomes
from tests.programs.objects import by_need, thesis

# What there may be besides the objects of which each is in one place, as its constructor made it.
NOT_TRIED = {
    "one object in two places of the arguments was not tried",
    "only freshly constructed Tree objects were tried",
}


@pytest.mark.parametrize(
    ("function", "paths_expected", "expected"),
    [
        (thesis.insert_left, 2, {"0"}),
        (by_need.leftmost, 2, {"0"}),
        (by_need.overwritten, 1, {"True"}),
        (by_need.same, 2, {"True"}),
        (by_need.compared, 4, {"True", "False"}),
        (by_need.matched, 4, {"'none'", "'positive'", "'other'", "'both'"}),
        (by_need.second, 2, {"0", "AttributeError"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_as_many_paths_as_there_are_kinds_of_what_is_looked_at(function, paths_expected, expected):
    paths, report = explore(function)
    assert outcomes(paths) == expected
    assert len(paths) <= paths_expected
    assert {reason.detail for reason in report.reasons} <= NOT_TRIED


def test_whoever_looks_into_the_dictionary_sees_everything():
    paths, _ = explore(by_need.by_dictionary, depth=2)
    assert {path.result for path in paths} == {0, 1, 2}


def test_copies_share_what_is_made_of_an_attribute():
    paths, report = explore(by_need.copied)
    assert outcomes(paths) == {"True"}
    assert kinds(report) == {"concretised", "depth"}
    paths, _ = explore(by_need.replaced)
    assert outcomes(paths) == {"True", "False"}


def test_attributes_by_name():
    paths, _ = explore(by_need.by_name)
    assert outcomes(paths) == {"True", "False"}


def test_a_constructor_that_looks_at_its_argument_gets_it():
    paths, _ = explore(by_need.depth)
    assert calls(paths) == {"depth(Wary(None))", "depth(Wary(Wary(None)))"}


def test_constructors_with_effects_run_before_the_call():
    paths, _ = explore(by_need.number, depth=3)
    assert {path.result for path in paths} == {1, 2, 3, 4}
    paths, _ = explore(by_need.holders, depth=3)
    assert {path.result for path in paths} == {0, 1, 2, 3}


def test_a_deep_copy_decides_what_it_copies():
    paths, report = explore(by_need.inverse_of_copy, depth=4)
    assert "ZeroDivisionError" in outcomes(paths)
    assert kinds(report) == {"depth"}
    paths, _ = explore(by_need.left_of_copy, depth=4)
    assert outcomes(paths) == {"True", "False"}


def test_what_the_plain_function_raises_is_reported_though_the_symbolic_run_failed_elsewhere():
    paths, report = explore(by_need.inverse_after_pickling)
    assert outcomes(paths) == {"ZeroDivisionError"}
    assert report.verdict is pef.Verdict.REFUTED
    assert "unreproduced" in kinds(report)
