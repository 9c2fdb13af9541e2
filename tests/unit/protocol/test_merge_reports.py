"""A merged report claims no more than the weakest of its parts, and loses nothing."""

from __future__ import annotations

import itertools

import pytest

from pef.protocol.merge_reports import merge_reports
from pef.results import Coverage, Reason, ReasonKind, Report, Verdict

SUMMED = ("paths", "pruned", "joined", "runs", "queries", "divergences", "run_seconds", "solver_seconds")
STRENGTH = [Verdict.VERIFIED, Verdict.BOUNDED, Verdict.UNKNOWN, Verdict.REFUTED]


def report(verdict: Verdict, *, ran: bool = False, reason: str = "a", number: int = 1) -> Report:
    stats = {**dict.fromkeys(SUMMED, number), "depth": number, "seconds": float(number)}
    return Report(verdict, [Reason(ReasonKind.DEPTH, None, reason)], Coverage([("1->2", ran), ("1->3", True)]), stats)


@pytest.mark.parametrize(("one", "two"), list(itertools.product(STRENGTH, repeat=2)))
def test_the_weaker_verdict_counts(one: Verdict, two: Verdict) -> None:
    merged = merge_reports([report(one), report(two)])
    assert STRENGTH.index(merged.verdict) == max(STRENGTH.index(one), STRENGTH.index(two))


def test_a_side_that_ran_anywhere_ran() -> None:
    merged = merge_reports([report(Verdict.VERIFIED), report(Verdict.VERIFIED, ran=True)])
    assert merged.coverage.sides == [("1->2", True), ("1->3", True)]


def test_every_reason_is_kept_once() -> None:
    merged = merge_reports([report(Verdict.BOUNDED, reason=detail) for detail in "aba"])
    assert [reason.detail for reason in merged.reasons] == ["a", "b"]


def test_counts_add_up_and_bounds_are_the_largest() -> None:
    merged = merge_reports([report(Verdict.BOUNDED, number=number) for number in (2, 5)])
    assert {merged.stats[name] for name in SUMMED} == {7}
    assert (merged.stats["depth"], merged.stats["seconds"]) == (5, 5.0)


def test_one_report_is_itself() -> None:
    only = report(Verdict.UNKNOWN)
    assert merge_reports([only]) is only
