"""What special methods give back to C code is followed: no length, truth, index or hash is lost."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, outcomes
from tests.programs.objects import special


@pytest.mark.parametrize("function", [special.five_long, special.lambda_five_long])
def test_a_length_that_is_an_input(function):
    paths, report = explore(function)
    # Negative, too large for a length, five, and all others.
    assert outcomes(paths) == {"ValueError", "OverflowError", "'five'", "'other'"}
    assert len(paths) == 4
    assert report.verdict is pef.Verdict.REFUTED


@pytest.mark.parametrize("function", [special.is_empty, special.has_some])
def test_the_truth_of_an_object_with_a_length(function):
    paths, _ = explore(function)
    assert len(paths) == 4
    assert {path.args[0].size == 0 for path in paths if path.exception is None} == {True, False}


def test_a_length_by_way_of_other_objects_stays_one_condition():
    paths, report = explore(special.more_than_two)
    assert outcomes(paths) == {"'many'", "'few'"}
    assert len(paths) == 2
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


@pytest.mark.parametrize("function", [special.shines, special.is_dark])
def test_truth_by_a_method(function):
    paths, report = explore(function)
    assert len(paths) == 2
    assert {path.args[0].power > 3 for path in paths} == {True, False}
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_truth_that_a_builtin_asks_for():
    paths, report = explore(special.all_shine)
    assert outcomes(paths) == {"True", "False"}
    assert len([path for path in paths if "first is second" not in path.condition]) == 3
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_an_object_as_an_index():
    paths, report = explore(special.element_at, paths=30)
    assert {"10", "20", "30"} <= outcomes(paths)
    assert report.verdict is not pef.Verdict.VERIFIED


def test_an_object_that_is_looked_up_by_its_hash():
    paths, _ = explore(special.is_winner, paths=30)
    assert outcomes(paths) == {"True", "False"}
    assert "is_winner(Ticket(7))" in calls(paths)
