"""What each clause says, on programs of a few lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import clauses

SOURCE = Path(clauses.__file__).read_text(encoding="utf-8").splitlines()


def line_of(path: pef.Path) -> str:
    assert path.where is not None
    file, line = path.where.rsplit(":", 1)
    assert file.endswith("clauses.py")
    return SOURCE[int(line) - 1].strip()


@pytest.mark.parametrize(
    "function", [clauses.increase_all, clauses.largest, clauses.next_even, clauses.guarded], ids=lambda f: f.__name__
)
def test_it_holds(function) -> None:
    paths, report = explore(function)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
    assert {path.contract for path in paths} == {pef.ContractStatus.OK}


def test_values_at_exit_are_told_from_values_at_entry() -> None:
    paths, report = explore(clauses.forgets_the_last)
    assert report.verdict is pef.Verdict.REFUTED
    assert len(violations(paths)) == len(paths) == 1


def test_quantifiers_are_one_condition_each() -> None:
    paths, _ = explore(clauses.largest)
    # One path of the program for each position of the largest number seen so far; none for the contract.
    assert len(paths) == 1 + 2 + 4


def test_a_violation_needs_an_input_that_no_path_asks_for() -> None:
    paths, report = explore(clauses.largest_from_zero)
    assert report.verdict is pef.Verdict.REFUTED
    for path in violations(paths):
        assert max(path.args[0]) < 0


def test_exceptions_are_allowed_where_their_conditions_hold() -> None:
    paths, report = explore(clauses.parse_mode)
    assert report.verdict is pef.Verdict.REFUTED
    for path in paths:
        mode, value = path.args
        if mode < 0:
            assert (path.contract is pef.ContractStatus.VIOLATED) == (value <= 0)
        else:
            assert path.contract is pef.ContractStatus.OK
    assert {path.args[0] for path in paths if isinstance(path.exception, KeyError)} == {7}
    assert {path.kind for path in violations(paths)} == {"exception"}


def test_an_exception_that_is_not_listed_is_an_error() -> None:
    paths, report = explore(clauses.raises_something_else)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.args == (3,)
    assert line_of(violation) == "raise KeyError(mode)"


def test_an_exception_class_of_the_module() -> None:
    _, report = explore(clauses.raises_own)
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    ("function", "strict", "verdict"),
    [
        (clauses.documented, False, pef.Verdict.VERIFIED),
        (clauses.documented, True, pef.Verdict.REFUTED),
        (clauses.undocumented, False, pef.Verdict.REFUTED),
        (clauses.refuses, False, pef.Verdict.VERIFIED),
        (clauses.refuses, True, pef.Verdict.REFUTED),
        (clauses.asserts, False, pef.Verdict.REFUTED),
        (clauses.unfinished, False, pef.Verdict.REFUTED),
        (clauses.leaves, False, pef.Verdict.VERIFIED),
        (clauses.leaves, True, pef.Verdict.VERIFIED),
    ],
)
def test_what_counts_as_an_error_without_a_contract(function, strict: bool, verdict: pef.Verdict) -> None:
    _, report = explore(function, strict=strict)
    assert report.verdict is verdict


def test_a_failing_assert_is_an_assertion() -> None:
    paths, _ = explore(clauses.asserts)
    (finding,) = [path for path in paths if path.is_finding]
    assert finding.kind == "assertion"
    assert finding.args == (12,)


def test_a_precondition_of_a_callee_is_the_fault_of_the_caller() -> None:
    paths, report = explore(clauses.calls_with_any_number)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.kind == "precondition"
    assert violation.args[0] < 5
    assert isinstance(violation.exception, pef.errors.ContractViolation)
    assert "square_root" in line_of(violation) or "number - 5" in line_of(violation)


def test_a_caller_that_keeps_the_precondition_is_verified() -> None:
    _, report = explore(clauses.calls_rightly)
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_postcondition_of_a_callee_is_its_own_fault() -> None:
    paths, report = explore(clauses.caller_of_broken)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.kind == "postcondition"
    assert violation.args == (9,)
    assert "returnv > number" in line_of(violation)


def test_a_handler_for_all_exceptions_does_not_hide_a_violation() -> None:
    paths, report = explore(clauses.swallows)
    assert report.verdict is pef.Verdict.REFUTED
    assert violations(paths)[0].args[0] < 0


def test_the_module_of_the_caller_is_left_as_it_was() -> None:
    before = dict(vars(clauses))
    explore(clauses.calls_with_any_number)
    assert all(vars(clauses)[name] is value for name, value in before.items())
