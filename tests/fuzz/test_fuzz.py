"""A short run of the fuzzer; a failure shows the program, shrunk, as a test."""

from __future__ import annotations

from tests.fuzz.comparing import WEAKNESSES, Failure
from tests.fuzz.reporting import Summary, as_test
from tests.fuzz.running import run

_SEEDS = range(40)


def test_random_programs_agree_with_brute_force():
    summary = Summary()
    wrong = set(Failure) - WEAKNESSES
    for result in run(list(_SEEDS), 1, shrinking=20, shrunk=wrong):
        summary.add(result)
        for kind, (program, text) in result.smallest.items():
            raise AssertionError(f"seed {result.seed}: {kind.value}\n{as_test(result.seed, kind, program, text)}")
    # It is not for want of programs.
    assert summary.verdicts["closed", True, "verified"] > 3
    assert summary.verdicts["closed", False, "refuted"] > 10
