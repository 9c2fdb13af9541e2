"""The library: `pef.explore` and `pef.check` in the process of the caller."""

from __future__ import annotations

import inspect
import itertools

import pytest

import pef

from .programs import bank


def test_explore_is_a_generator_of_paths_with_real_values() -> None:
    paths = pef.explore(bank.withdraw, depth=10)
    assert inspect.isgenerator(paths)
    found = list(paths)
    assert len(found) == 4
    assert {(path.outcome, bool(path.stdout)) for path in found} == set(
        itertools.product([pef.Outcome.RETURNED, pef.Outcome.RAISED], [False, True])
    )
    for path in found:
        balance, amount = path.args
        assert type(balance) is int
        assert type(amount) is int
        assert path.call == f"withdraw({balance}, {amount})"
        assert bool(path.stdout) == (balance + amount == 42)
        if path.outcome is pef.Outcome.RAISED:
            assert isinstance(path.exception, ValueError)
            assert not path.is_finding
        else:
            assert path.result == balance - amount
            assert path.exception is None
        assert path.reproduced
        assert path.condition
        assert path.decisions


def test_paths_come_as_soon_as_they_are_known() -> None:
    def endless(number: int) -> int:
        rounds = 0
        while rounds < number:
            rounds += 1
        return rounds

    found = list(itertools.islice(pef.explore(endless, depth=1_000_000), 5))
    assert [path.result for path in found] == [max(path.args[0], 0) for path in found]


def test_check_reports_findings() -> None:
    report = pef.check(bank.share)
    assert report.verdict is pef.Verdict.REFUTED
    (finding,) = report.findings
    assert isinstance(finding.exception, ZeroDivisionError)
    assert finding.args[1] == 0
    assert finding.reproduced


def test_check_of_a_function_without_errors() -> None:
    report = pef.check(bank.sign)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.findings == []
    assert report.reasons == []
    assert report.coverage.branches == report.coverage.covered == 4


@pytest.mark.parametrize(
    "options",
    [
        {"depth": -1},
        {"depth": 1.5},
        {"depth": True},
        {"paths": 0},
        {"time": 0},
        {"strategy": "luck"},
        {"types": "number: itn"},
        {"types": "numbre: int"},
        {"assume": ["number >"]},
    ],
)
def test_a_bad_request_is_refused_at_once(options: dict[str, object]) -> None:
    with pytest.raises(pef.RequestError):
        pef.explore(bank.sign, **options)  # type: ignore[arg-type]


def test_every_public_name_is_there() -> None:
    for name in pef.__all__:
        assert getattr(pef, name) is not None
        assert name in dir(pef)
    with pytest.raises(AttributeError):
        pef.nothing  # noqa: B018
