"""The depth bound ends runs that would never end, also where the program catches what ends them (issue 14)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import pef
from pef.results import Outcome, Verdict
from tests.programs import endless


@pytest.mark.parametrize("function", [endless.counts_down, endless.catches_everything, endless.cleans_up])
def test_the_depth_bound_ends_a_run(function: Callable[..., Any]) -> None:
    paths = list(pef.explore(function, depth=5, time=60))
    ended = [path for path in paths if path.outcome is Outcome.RETURNED]
    cut = [path for path in paths if path.outcome is Outcome.PRUNED]
    assert len(ended) >= 3
    assert cut
    for path in cut:
        assert path.result is None
        assert path.result_text is None
        assert path.exception is None
        assert not path.reproduced
        assert not path.is_finding
        assert 0 < len(path.decisions) < 100
    report = pef.check(function, depth=5, time=60)
    assert report.verdict is Verdict.BOUNDED
    (reason,) = [reason for reason in report.reasons if reason.kind.value == "depth"]
    assert reason.where is not None
    assert "endless.py:" in reason.where


def test_the_trace_function_of_the_caller_is_put_back() -> None:
    def trace(_frame: object, _event: str, _argument: object) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        list(pef.explore(endless.catches_everything, depth=3, time=60))
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("strategy", ["coverage", "random"])
def test_other_strategies_end_a_run_too(strategy: str) -> None:
    report = pef.check(endless.counts_down, depth=2, paths=20, strategy=strategy, time=60)
    assert report.verdict is Verdict.BOUNDED
    assert report.stats["paths"] + report.stats["pruned"] >= 3


def test_an_assumption_that_takes_forever_admits_nothing() -> None:
    paths = list(pef.explore(endless.assumes_what_takes_forever, depth=4, time=60))
    assert len(paths) >= 3
    assert all(path.args[0] >= 0 and path.result == path.args[0] for path in paths)
    assert pef.check(endless.assumes_what_takes_forever, depth=4).verdict is Verdict.BOUNDED


def test_a_deeper_bound_allows_longer_runs() -> None:
    """More decisions than a run gets with the usual bound, though hardly any is free."""
    report = pef.check(endless.has_forced_turns, time=None)
    assert report.verdict is Verdict.BOUNDED
    assert any("a run was ended after" in reason.detail for reason in report.reasons)
    report = pef.check(endless.has_forced_turns, depth=25, time=None)
    assert [path.args for path in report.findings] == [(50, 7)]


def test_the_library_does_not_replay_what_the_time_ended() -> None:
    started = time.monotonic()
    paths = list(pef.explore(endless.never_asks, time=1))
    assert time.monotonic() - started < 20
    assert [path.args for path in paths] == [(0,)]
    assert pef.check(endless.never_asks, time=1).verdict is Verdict.BOUNDED
