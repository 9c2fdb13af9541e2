"""Source that a program runs is explored like the program; coroutines are run to their end."""

from __future__ import annotations

import pytest

import pef
from tests.engine.test_integers import explore, kinds
from tests.programs import evaluated


@pytest.mark.parametrize("function", [evaluated.from_expression, evaluated.defined_at_import])
def test_a_loop_in_an_evaluated_expression_is_explored(function):
    paths, report = explore(function)
    assert {type(path.exception) for path in paths} == {type(None), ZeroDivisionError}
    assert report.verdict is pef.Verdict.REFUTED


@pytest.mark.parametrize("function", [evaluated.from_statements, evaluated.from_compiled])
def test_both_sides_of_a_condition_in_compiled_source_are_found(function):
    paths, report = explore(function)
    assert {path.result for path in paths} == {10, 20}
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    "function", [evaluated.from_restricted, evaluated.from_compiled_restricted, evaluated.from_bytes]
)
def test_code_that_cannot_be_rewritten_takes_verified_away(function):
    paths, report = explore(function)
    assert paths
    assert report.verdict is pef.Verdict.UNKNOWN
    assert "concretised" in kinds(report)


def test_an_error_in_evaluated_source_is_the_interpreters_own():
    paths, _ = explore(evaluated.wrong_syntax)
    assert {type(path.exception) for path in paths} == {type(None), SyntaxError}


def test_a_coroutine_is_run_to_its_end_without_loss():
    paths, report = explore(evaluated.halves)
    assert {type(path.exception) for path in paths} == {type(None), KeyError, ZeroDivisionError}
    assert kinds(report) == set()


def test_an_asynchronous_generator_is_consumed():
    paths, _ = explore(evaluated.counts)
    assert {type(path.exception) for path in paths} == {type(None), ZeroDivisionError}
    assert [path.result for path in paths if path.exception is None] == [[], [0], [0, 1]]


def test_tasks_left_behind_end_with_the_loop():
    paths, report = explore(evaluated.leaves_a_task_behind)
    assert all(path.exception is None for path in paths)
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_symbolic_source_is_tried_with_a_few():
    paths, report = explore(evaluated.of_any_source)
    assert {"of_any_source('0')", "of_any_source('None')"} <= {path.call for path in paths}
    assert {ZeroDivisionError, TypeError} <= {type(path.exception) for path in paths}
    assert "concretised" in kinds(report)


def test_what_a_source_is_tried_with_is_what_its_conditions_allow():
    paths, _ = explore(evaluated.of_short_source)
    assert ZeroDivisionError in {type(path.exception) for path in paths if path.call == "of_short_source('0')"}
    assert all(len(path.args[0]) == 1 for path in paths if path.exception is not None)


def test_constants_of_the_code_are_tried_as_its_source():
    paths, _ = explore(evaluated.of_known_source)
    outcomes = {path.call: type(path.exception) for path in paths}
    assert outcomes["of_known_source('1 + 1')"] is type(None)
    assert outcomes["of_known_source('2 - 2')"] is ZeroDivisionError


def test_symbolic_statements_are_not_verified():
    paths, report = explore(evaluated.of_any_statements)
    assert "of_any_statements('pass')" in {path.call for path in paths}
    assert report.verdict is not pef.Verdict.VERIFIED
