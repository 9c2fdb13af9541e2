"""Every kind of class that arguments can be of."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, is_verified, outcomes
from tests.programs.objects import kinds


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (kinds.quadrant, {"'east'", "'south-east'", "'west'"}),
        (kinds.lights, {"'stop'", "'go'", "'police'"}),
        (kinds.warm, {"True", "False"}),
        (kinds.access, {"'some'", "'none'", "PermissionError"}),
        (kinds.label, {"'titled'", "'old'", "'new'"}),
        (kinds.ratio, {"1", "100", "ZeroDivisionError"}),
        (kinds.buy, {"'apple cheap'", "'ticket cheap'", "'ticket dear'"}),
        (kinds.combined, {"'twins'", "'others'", "'suppressed'"}),
        (kinds.describe, {"'plugin'", "'missing'"}),
        (kinds.is_heavy, {"True", "False"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_all_outcomes_are_found_and_verified(function, expected):
    paths, report = explore(function)
    assert expected <= outcomes(paths)
    assert "'impossible'" not in outcomes(paths)
    assert "AssertionError" not in outcomes(paths)
    assert is_verified(report), report


def test_data_classes_with_factories_and_a_validating_post_init():
    paths, _ = explore(kinds.is_free, depth=5)
    assert {path.result for path in paths} == {True, False}
    assert all(path.args[0].total >= 0 for path in paths)


def test_named_tuples_are_tuples():
    paths, report = explore(kinds.length)
    assert {path.result == 0 for path in paths} == {True, False}
    assert all(isinstance(path.args[0], tuple) for path in paths)
    assert report.verdict is pef.Verdict.VERIFIED


def test_members_and_flags_are_shown_by_name():
    paths, _ = explore(kinds.lights)
    assert calls(paths) == {"lights(Color.RED)", "lights(Color.GREEN)", "lights(Color.BLUE)"}
    paths, _ = explore(kinds.access)
    assert calls(paths) == {
        "access(Right(0))",
        "access(Right.READ)",
        "access(Right.WRITE)",
        "access((Right.READ | Right.WRITE))",
    }


def test_methods_of_members():
    paths, _ = explore(kinds.Color.is_warm)
    assert "Color.RED.is_warm()" in calls(paths)


def test_keys_of_typed_dictionaries_that_may_be_missing():
    paths, _ = explore(kinds.label)
    assert {frozenset(path.args[0]) for path in paths} >= {frozenset({"number"}), frozenset({"number", "title"})}


def test_an_abstract_class_without_a_concrete_one_is_a_bad_request():
    with pytest.raises(pef.RequestError, match="Lonely is abstract"):
        explore(kinds.use_lonely)


def test_only_classes_with_all_members_stand_for_a_protocol():
    paths, _ = explore(kinds.buy)
    assert {type(path.args[0]) for path in paths} == {kinds.Apple, kinds.Ticket}


def test_type_variables_of_generic_classes_are_replaced():
    paths, report = explore(kinds.starts)
    assert {type(path.args[0].spare) for path in paths} == {str}
    assert report.verdict is pef.Verdict.VERIFIED


def test_members_of_enumerations_by_value_and_by_name():
    paths, _ = explore(kinds.by_value)
    assert outcomes(paths) == {"1", "5", "ZeroDivisionError"}
    paths, report = explore(kinds.by_member_name)
    assert outcomes(paths) == {"'GOOD'", "'BAD'", "'none'"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_classes_derived_from_a_value_are_made_of_one():
    paths, report = explore(kinds.share)
    assert [path.call for path in paths if path.is_finding] == ["share(Money(0))"]
    assert any(reason.kind.value == "concretised" for reason in report.reasons)
    paths, _ = explore(kinds.initial)
    assert [path.call for path in paths if path.is_finding] == ["initial(Name(''))"]
