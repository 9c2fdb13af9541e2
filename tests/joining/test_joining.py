"""Where paths meet again, what follows is explored once, and nothing is lost by it."""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import pytest

import pef
from pef.options import Strategy
from tests.joining import comparing, random_programs
from tests.programs import joining as programs
from tests.programs import joining_attacks as attacks
from tests.programs import joining_remembering as remembering

FILE = Path(programs.__file__)
REMEMBERING_FILE = Path(remembering.__file__)

MEETING = {
    # Without and with joining.
    "counted": (64, 22),
    "safe": (64, 22),
    "votes": (255, 72),
    "vowels": (1093, 117),
    "numbered": (127, 53),
    "attempted": (9, 8),
}
SEEMING = [
    "known_before",
    "one_or_two_lists",
    "bound_or_not",
    "in_order",
    "gone_through",
    "types",
    "in_finally",
    # Classes of the program may do anything when they are looked at.
    "Gate.opens",
    "painted",
    # Whether an exception is an error depends on an argument that nobody looks at any more.
    "excused_by_type",
]
REMEMBERING = [name for name in vars(remembering) if name.startswith(("remembers_", "asks_", "compares_", "looks_at_"))]
ATTACKS_FILE = Path(attacks.__file__)
ATTACKS = [
    name
    for name, value in vars(attacks).items()
    if inspect.isfunction(value)
    and name not in ("note", "hex", "abs", "range")
    and value.__module__ == attacks.__name__
]
STRATEGIES = list(Strategy)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", MEETING)
def test_paths_that_meet_are_explored_once(name, strategy):
    whole = comparing.explore(FILE, name, joins=False, strategy=strategy)
    joined = comparing.explore(FILE, name, joins=True, strategy=strategy)
    expected, at_most = MEETING[name]
    assert whole.paths == expected
    assert whole.joined == 0
    assert joined.joined > 0
    assert joined.paths <= at_most
    assert (joined.verdict, joined.errors, joined.covered) == (whole.verdict, whole.errors, whole.covered)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", [*SEEMING, *REMEMBERING])
def test_paths_that_only_seem_to_meet_are_explored_each(name, strategy):
    file = REMEMBERING_FILE if name in REMEMBERING else FILE
    whole = comparing.explore(file, name, joins=False, strategy=strategy)
    joined = comparing.explore(file, name, joins=True, strategy=strategy)
    assert whole.errors
    assert (joined.verdict, joined.errors, joined.covered) == (whole.verdict, whole.errors, whole.covered)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_come_to_the_same(name, strategy):
    whole = comparing.explore(ATTACKS_FILE, name, joins=False, strategy=strategy)
    joined = comparing.explore(ATTACKS_FILE, name, joins=True, strategy=strategy)
    assert "ValueError" in {kind for kind, _ in whole.errors}
    assert (joined.verdict, joined.errors, joined.covered) == (whole.verdict, whole.errors, whole.covered)


@pytest.mark.parametrize("name", REMEMBERING)
def test_what_remembers_elsewhere_is_not_proven_or_not_read(name):
    assert comparing.explore(REMEMBERING_FILE, name, joins=True).joined == 0


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
def test_a_depth_means_the_same(depth):
    for name in ("counted", "votes", "attempted"):
        whole = comparing.explore(FILE, name, joins=False, depth=depth, strategy=Strategy.DFS)
        joined = comparing.explore(FILE, name, joins=True, depth=depth, strategy=Strategy.DFS)
        assert joined.errors >= whole.errors
        assert (joined.verdict == "bounded") == (whole.verdict == "bounded")


def test_a_contract_looks_at_arguments_again():
    def claim(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
        """:ensure: returnv != 6 or a != 77"""
        n = 0
        for x in (a, b, c, d, e, f):
            if x > 0:
                n += 1
        return n

    report = pef.check(claim)
    assert report.verdict is pef.Verdict.REFUTED
    assert report.stats["joined"] == 0


def test_what_was_not_asked_about_is_not_forced():
    report = pef.check(programs.asked_no_further, depth=40, strategy="dfs")
    assert report.stats["joined"] > 0
    assert report.findings
    for finding in report.findings:
        assert "y == 0" in finding.condition


def test_check_joins_and_explore_lists_all_paths():
    report = pef.check(programs.safe)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.stats["joined"] > 0
    assert report.stats["paths"] < 64
    assert len(list(pef.explore(programs.safe))) == 64


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_random_programs_come_to_the_same(first, tmp_path):
    """With `PEF_DEEP` many more; what they join is counted, so that this does not pass by joining nothing."""
    is_deep = bool(os.environ.get("PEF_DEEP"))
    count = 1_000 if is_deep else 30
    start = 1_000 + first // 30 * count if is_deep else first
    joined_paths = 0
    for seed in range(start, start + count):
        file = tmp_path / f"random_{seed}.py"
        file.write_text(random_programs.source(seed))
        if not comparing.has_meeting_points(file, "program"):
            continue
        assumed = {"assume": random_programs.ASSUMED}
        whole = comparing.explore(file, "program", joins=False, paths=400, **assumed)
        if "paths" in whole.kinds:
            continue
        strategy = STRATEGIES[seed % len(STRATEGIES)]
        joined = comparing.explore(file, "program", joins=True, strategy=strategy, **assumed)
        joined_paths += joined.joined
        assert (joined.errors, joined.verdict, joined.covered) == (whole.errors, whole.verdict, whole.covered), seed
        assert joined.paths <= whole.paths, seed
    assert joined_paths > 0
