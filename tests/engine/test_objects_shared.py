"""One object for two parameters: a case of its own where the function could tell, shown as code."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, is_verified, outcomes
from tests.programs.objects import shared


def test_identity_is_a_decision():
    paths, report = explore(shared.is_one)
    assert {path.call: path.result for path in paths} == {
        "is_one(Account(0), Account(0))": "two",
        "(lambda first: is_one(first, first))(Account(0))": "one",
    }
    assert is_verified(report)


def test_where_nothing_is_changed_one_object_is_like_two():
    paths, _ = explore(shared.total)
    assert calls(paths) == {"total(Account(0), Account(0))"}


def test_a_method_that_is_given_its_own_object():
    paths, _ = explore(shared.Account.transfer, calls=1)
    found = {path.call for path in paths if path.is_finding}
    assert "(lambda self: self.transfer(self, 1))(Account(0))" in found
    assert "(account := Account(0), account.transfer(Account(0), 1), account.transfer(account, 1))[-1]" in found
    assert all("other.transfer" not in call for call in found)


def test_a_cycle_of_one():
    paths, _ = explore(shared.linked, depth=4)
    assert [path.call for path in paths if path.is_finding] == ["(lambda first: linked(first, first))(Node(0, None))"]


def test_none_is_no_case_of_its_own():
    paths, report = explore(shared.last_written)
    assert len(paths) == 5
    assert outcomes(paths) == {"0", "1", "2"}
    assert [reason.detail for reason in report.reasons] == ["one object in two places of the arguments was not tried"]


@pytest.mark.parametrize(
    "function",
    [
        shared.by_equality,
        shared.by_membership,
        shared.by_keys,
        shared.by_identity_number,
        shared.by_helper,
        shared.by_optional,
        shared.by_subclass,
        shared.by_third,
    ],
    ids=lambda function: function.__name__,
)
def test_one_object_for_two_parameters_is_tried_unless_nobody_can_tell(function):
    paths, _ = explore(function)
    assert outcomes(paths) == {"True", "False"}


@pytest.mark.parametrize("function", [shared.in_a_tuple, shared.in_an_object])
def test_one_object_in_two_places_is_said_to_be_missing(function):
    _, report = explore(function)
    assert report.verdict is pef.Verdict.BOUNDED
    assert [reason.detail for reason in report.reasons] == ["one object in two places of the arguments was not tried"]


def test_where_values_are_only_read_nothing_is_missing():
    _, report = explore(shared.only_read)
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_constructor_is_not_given_its_own_object():
    paths, _ = explore(shared.Scope.__init__)
    assert not any(path.exception for path in paths)


def test_a_class_that_has_one_object_gives_it_to_both_parameters():
    paths, _ = explore(shared.both)
    assert calls(paths) == {"(lambda one: both(one, one))(Single(0))"}


@pytest.mark.parametrize("function", [shared.is_low, shared.is_low_inside])
def test_that_arguments_are_as_they_were_made_is_said(function):
    _, report = explore(function)
    assert report.verdict is pef.Verdict.BOUNDED
    assert "only freshly constructed Gauge objects were tried" in {one.detail for one in report.reasons}


def test_calls_on_arguments_find_what_constructors_do_not_give():
    paths, _ = explore(shared.is_low, calls=1)
    assert outcomes(paths) == {"True", "False"}
