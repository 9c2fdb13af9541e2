"""A call of a partial application or of a cached function is a call of what it holds."""

from __future__ import annotations

import pytest

import pef.exploration.exploration
from tests.engine.test_integers import explore, kinds
from tests.programs import callables


def test_a_cached_recursion_is_explored_without_loss():
    paths, report = explore(callables.fibonacci, depth=12)
    assert [path.result for path in paths if path.outcome is pef.Outcome.RETURNED][:6] == [0, 1, 2, 3, 5, 8]
    assert kinds(report) == {"depth"}


@pytest.mark.parametrize("function", [callables.calls_a_cache, callables.partial])
def test_a_fault_behind_a_held_function_is_found(function):
    paths, report = explore(function)
    assert {path.args: type(path.exception) for path in paths}[(3,)] is ZeroDivisionError
    assert report.verdict is pef.Verdict.REFUTED


def test_a_cache_refuses_what_cannot_be_hashed():
    paths, _ = explore(callables.unhashable)
    assert [str(path.exception) for path in paths] == ["unhashable type: 'list'"]


def test_arguments_held_by_partials_are_symbolic():
    paths, report = explore(callables.nested_partial)
    assert {path.result for path in paths} == {0, 1}
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize("function", [callables.partial_of_native, callables.subclass_of_partial])
def test_a_native_function_behind_a_partial_is_noted(function):
    _, report = explore(function)
    assert report.verdict is pef.Verdict.UNKNOWN


def test_objects_with_a_call_of_their_own_are_followed():
    paths, report = explore(callables.callable_object)
    assert {type(path.exception) for path in paths} == {type(None), ZeroDivisionError}
    assert kinds(report) == set()
