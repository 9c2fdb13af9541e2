"""PEP 316 docstrings: parameters mean their values at exit in `post:`, and `__old__` those at entry."""

from __future__ import annotations

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import pep316


@pytest.mark.parametrize(
    "function", [pep316.clamp, pep316.add_one, pep316.prose, pep316.documented], ids=lambda f: f.__name__
)
def test_it_holds(function) -> None:
    _, report = explore(function)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_a_postcondition_that_does_not_hold() -> None:
    paths, report = explore(pep316.unclamped)
    assert report.verdict is pef.Verdict.REFUTED
    for path in violations(paths):
        value, _, high = path.args
        assert value > high


def test_clauses_go_on_over_lines() -> None:
    paths, report = explore(pep316.continued)
    assert report.verdict is pef.Verdict.REFUTED
    assert [path.args for path in violations(paths)] == [(72,)]
    assert all(0 < path.args[0] < 80 for path in paths)


def test_only_the_arguments_named_may_change() -> None:
    paths, report = explore(pep316.changes_what_it_must_not)
    assert report.verdict is pef.Verdict.REFUTED
    # Where one list is both, it may change, and does not become what it has to.
    apart = [path for path in violations(paths) if not path.call.startswith("(lambda numbers:")]
    assert apart
    for path in apart:
        assert path.args[1][0] != 0
        assert "others is changed" in (path.broken or "")


def test_raises_names_everything_that_may_be_raised() -> None:
    paths, report = explore(pep316.parse)
    assert report.verdict is pef.Verdict.REFUTED
    assert {path.args[0] for path in violations(paths)} == {3}
    assert {path.args[0] for path in paths if path.exception is not None} == {1, 2, 3}


def test_an_invariant_holds_around_public_methods() -> None:
    paths, report = explore(pep316.overdraw)
    assert report.verdict is pef.Verdict.REFUTED
    for path in violations(paths):
        balance, amount = path.args
        assert path.kind == "invariant"
        assert amount > balance >= 0
    kept = [path for path in paths if path.contract is not pef.ContractStatus.VIOLATED]
    assert kept
    assert all(path.args[1] <= path.args[0] for path in kept)
