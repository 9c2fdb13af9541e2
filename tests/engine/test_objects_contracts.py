"""Contracts of the calls that make arguments restrict which arguments there are, in explored and replayed runs alike."""

from __future__ import annotations

import pytest

import pef
from pef.errors import RequestError
from tests.engine.objects import calls, explore, is_verified
from tests.programs.objects import contracted


def findings(paths):
    return [path for path in paths if path.is_finding]


def test_preconditions_of_methods_called_before_the_target():
    paths, report = explore(contracted.Account.withdraw)
    assert calls(paths) == {
        "Account().withdraw(1)",
        "(account := Account(), account.withdraw(1), account.withdraw(1))[-1]",
        "(account := Account(), account.withdraw(1), account.withdraw(1), account.withdraw(1))[-1]",
    }
    assert not findings(paths)
    assert report.verdict is pef.Verdict.BOUNDED


def test_no_run_is_wasted_on_a_precondition_that_holds():
    _, report = explore(contracted.Account.withdraw)
    # Three paths of one, two and three calls, each of which costs at most one run for its precondition.
    assert report.stats["runs"] <= 3 + 1 + 2 + 3


@pytest.mark.parametrize(
    "function",
    [
        contracted.inverse,
        contracted.sometimes_inverse,
        contracted.sometimes_inverse_of_refusing,
        contracted.width_of,
        contracted.quotient,
        contracted.has_number,
    ],
)
def test_arguments_are_those_that_the_contracts_admit(function):
    paths, report = explore(function)
    assert paths
    assert not findings(paths)
    assert is_verified(report), report.reasons


def test_an_invariant_of_a_recursive_class_restricts_all_its_objects():
    paths, report = explore(contracted.second_is_larger, depth=4)
    assert any("Link(0, Link(1" in path.call for path in paths)
    assert not findings(paths)
    assert report.verdict is pef.Verdict.BOUNDED, report.reasons


def test_an_invariant_is_broken_by_the_method_that_breaks_it_and_by_no_other():
    paths, _ = explore(contracted.Interval.widen, calls=1)
    assert {path.kind for path in findings(paths)} == {"invariant"}
    paths, report = explore(contracted.Interval.width, calls=1)
    assert not findings(paths)
    assert report.verdict is pef.Verdict.BOUNDED, report.reasons


def test_generated_constructors_owe_the_invariant():
    paths, _ = explore_with_violations(contracted.make_interval)
    (finding,) = findings(paths)
    assert finding.kind == "invariant"
    low, high = finding.args
    assert low > high


def test_inherited_methods_owe_the_invariants_of_the_class_of_the_object():
    paths, _ = explore_with_violations(contracted.widen_short)
    (finding,) = findings(paths)
    assert finding.broken == "invariant of Short.widen does not hold: self.high < self.low + 10"


def test_an_invariant_that_no_object_satisfies():
    with pytest.raises(RequestError, match="no object of class Impossible could be made: the invariant of Impossible"):
        explore(contracted.takes_impossible)


def test_a_constructor_as_the_target_is_a_call_of_the_class():
    paths, report = explore_with_violations(contracted.Rate.__init__)
    assert {path.kind for path in findings(paths)} == {"invariant", "exception"}
    assert "Rate(0, 0)" in calls(paths)
    assert all(type(path.result) is contracted.Rate for path in paths if path.exception is None)
    assert report.verdict is pef.Verdict.REFUTED


def test_contracts_of_properties_are_checked_on_the_way():
    paths, _ = explore_with_violations(contracted.inverse_of)
    (finding,) = findings(paths)
    assert finding.kind == "postcondition"
    assert finding.call == "inverse_of(Rate(0, 3))"


def test_what_is_wrong_with_an_invariant_is_said_where_it_is_asked_for():
    for function in (contracted.Unfinished.double, contracted.double_of):
        with pytest.raises(RequestError, match=r"contracted.py:\d+: bad contract: Expected an expression, in 'self"):
            explore(function)
    with pytest.raises(RequestError, match=r"bad contract: evaluating it raised AttributeError: .*'values'"):
        explore(contracted.value_of)
    assert explore(contracted.inverse)[0]


def explore_with_violations(function):
    """As `explore`; the call as code does not raise where a contract is broken."""
    exploration = pef.exploration.exploration.Exploration(function)
    paths = list(exploration)
    assert all(path.reproduced for path in paths)
    return paths, exploration.report()
