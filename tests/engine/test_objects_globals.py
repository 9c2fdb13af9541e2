"""Global variables and class attributes: put back between runs, and inputs where that is asked for."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, kinds, outcomes
from tests.programs.objects import state, thesis


def test_globals_are_put_back_between_runs():
    paths, report = explore(state.count_from_zero, calls=0)
    assert [path.result for path in paths] == [1]
    assert report.verdict is pef.Verdict.BOUNDED
    assert state.counter == 0


def test_a_global_that_the_docstring_declares():
    paths, report = explore(state.count)
    assert outcomes(paths) == {"'few'", "'many'", "OverflowError"}
    assert "(count.__globals__.update(counter=41), count())[-1]" in calls(paths)
    assert report.verdict is pef.Verdict.VERIFIED
    assert state.counter == 0


def test_a_global_that_is_asked_for():
    paths, report = explore(state.speak, globals="mode: str")
    assert outcomes(paths) == {"'quiet'", "'loud'", "'LOUD'"}
    assert all(len(path.args) == 1 for path in paths)
    assert state.mode == "plain"
    assert report.verdict is pef.Verdict.VERIFIED


def test_contracts_may_speak_of_it():
    paths, report = explore(state.bounded)
    assert report.verdict is pef.Verdict.VERIFIED
    assert all(path.result > 10 for path in paths)


def test_the_class_whose_objects_are_counted():
    paths, report = explore(thesis.require_unique, globals="ClaseUnica.counter: int")
    assert {type(path.exception) for path in paths} == {RuntimeError, type(None)}
    assert any("setattr(ClaseUnica, 'counter', " in call for call in calls(paths))
    assert thesis.ClaseUnica.counter == 0
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_class_attribute_with_a_method_and_its_calls():
    paths, report = explore(state.Pool.take)
    assert "AssertionError" in outcomes(paths)
    assert "(setattr(Pool, 'size', 0), Pool(1).take())[-1]" in calls(paths)
    assert kinds(report) == {"depth"}
    assert state.Pool.size == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("counter", "is not of the form"),
        ("counter: int = 3", "is not of the form"),
        ("countr: int", "there is no countr; did you mean counter"),
        ("Pool.sice: int", "there is no Pool.sice"),
        ("Pol.size: int", "there is no Pol.size"),
        ("counter: nonsense", "unknown type"),
    ],
)
def test_requests_that_make_no_sense(text, message):
    with pytest.raises(pef.RequestError, match=message):
        explore(state.speak, globals=text)
