"""`icontract` and `deal`, where they are installed: the same verdicts and reports as for docstrings."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

import pef
from tests.contracts.exploring import explore, violations


@pytest.fixture(params=["icontract", "deal"])
def programs(request: pytest.FixtureRequest) -> ModuleType:
    pytest.importorskip(request.param)
    return importlib.import_module(f"tests.programs.contracts.with_{request.param}")


def test_preconditions_restrict_and_postconditions_hold(programs: ModuleType) -> None:
    paths, report = explore(programs.double)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
    assert all(path.args[0] > 0 for path in paths)
    assert {path.contract for path in paths} == {pef.ContractStatus.OK}


def test_a_postcondition_that_does_not_hold(programs: ModuleType) -> None:
    paths, report = explore(programs.double_at_zero)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.args == (0,)
    assert violation.kind == "postcondition"


def test_a_precondition_of_a_callee(programs: ModuleType) -> None:
    paths, report = explore(programs.calls_double)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.kind == "precondition"
    assert violation.args[0] <= 0


def test_a_callee_is_followed_without_its_decorators(programs: ModuleType) -> None:
    _, report = explore(programs.calls_double_rightly)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_snapshots_of_icontract() -> None:
    pytest.importorskip("icontract")
    from tests.programs.contracts import with_icontract

    _, report = explore(with_icontract.swap)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_exceptions_of_deal() -> None:
    pytest.importorskip("deal")
    from tests.programs.contracts import with_deal

    paths, report = explore(with_deal.raises)
    assert report.verdict is pef.Verdict.REFUTED
    assert {path.args[0] for path in violations(paths)} == {4, 6}


def test_a_text_of_a_deal_validator_is_what_is_wrong() -> None:
    pytest.importorskip("deal")
    from tests.programs.contracts import with_deal

    paths, report = explore(with_deal.told_by_text)
    assert report.verdict is pef.Verdict.REFUTED
    assert all(path.args[0] > 0 for path in paths)
    assert all(violation.args[0] > 5 for violation in violations(paths))


def test_validators_that_take_all_arguments() -> None:
    pytest.importorskip("deal")
    pytest.importorskip("icontract")
    from tests.programs.contracts import with_deal, with_icontract

    for function in (with_deal.double_of_any, with_deal.inverse, with_icontract.by_all_arguments):
        _, report = explore(function)
        assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_side_effects_that_deal_forbids_are_not_checked_and_never_verified() -> None:
    pytest.importorskip("deal")
    from tests.programs.contracts import with_deal

    for function in (with_deal.silent, with_deal.calls_silent):
        _, report = explore(function)
        assert report.verdict is not pef.Verdict.VERIFIED
        assert any("deal.has" in reason.detail for reason in report.reasons)


def test_a_postcondition_of_deal_is_about_each_value_that_is_yielded() -> None:
    pytest.importorskip("deal")
    from tests.programs.contracts import with_deal

    paths, report = explore(with_deal.yields)
    assert report.verdict is pef.Verdict.REFUTED
    assert {path.args[0] >= 7 for path in violations(paths)} == {True}


def test_invariants_of_icontract_are_those_of_the_class() -> None:
    pytest.importorskip("icontract")
    from tests.programs.contracts import with_icontract

    for function in (with_icontract.Counter.take, with_icontract.count_down):
        paths, report = explore(function)
        assert report.verdict is pef.Verdict.REFUTED
        assert {path.kind for path in violations(paths)} == {"invariant"}
    paths, _ = explore(with_icontract.Counter.add)
    assert paths
    assert not violations(paths)
    _, report = explore(with_icontract.inverse)
    # Nothing but that methods of the argument were not called before.
    details = [reason.detail for reason in report.reasons]
    assert details == ["only freshly constructed Counter objects were tried"]
