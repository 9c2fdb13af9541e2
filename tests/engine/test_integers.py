"""What exploring functions of ints and bools gives, path by path; CPython says what is right."""

from __future__ import annotations

import math

import pytest

import pef.exploration.exploration
from tests.programs import integers


def explore(function, **options):
    """All paths and the report, with every result compared with a call of the function itself."""
    exploration = pef.exploration.exploration.Exploration(function, pef.Options(**options))
    paths = list(exploration)
    for path in paths:
        assert path.reproduced, path
    return paths, exploration.report()


def kinds(report):
    return {reason.kind.value for reason in report.reasons}


def test_the_original_example_has_four_paths_with_the_four_combinations():
    paths, report = explore(integers.sum_and_difference)
    assert {(path.stdout, type(path.exception)) for path in paths} == {
        ("", type(None)),
        ("the sum\n", type(None)),
        ("", ValueError),
        ("the sum\n", ValueError),
    }
    assert len(paths) == 4
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.stats["depth"] == 2
    assert report.coverage.branches == report.coverage.covered == 4


def test_the_maximum_of_four_has_eight_paths_with_right_results():
    paths, report = explore(integers.maximum)
    assert len(paths) == 8
    assert all(path.result == max(path.args) for path in paths)
    assert len({tuple(path.condition) for path in paths}) == 8
    assert report.verdict is pef.Verdict.VERIFIED


def test_ten_independent_branches_have_all_their_paths():
    paths, report = explore(integers.ten_branches)
    assert len(paths) == 1024
    assert len({tuple(value > index for index, value in enumerate(path.args)) for path in paths}) == 1024
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.stats["depth"] == 10


def test_sums_of_cubes_are_not_decided_by_mistake():
    paths, report = explore(integers.fermat)
    assert "found" not in [path.result for path in paths]
    assert report.verdict is pef.Verdict.UNKNOWN
    assert kinds(report) == {"solver"}


def test_what_could_not_be_decided_is_part_of_the_condition():
    paths, _ = explore(integers.fermat)
    undecided = [path for path in paths if any("** 3" in text for text in path.condition)]
    assert undecided
    assert all("!=" in path.condition[-1] for path in undecided)


@pytest.mark.parametrize("name", ["square", "cube", "bits", "between"])
def test_needles_are_found(name):
    function = getattr(integers, name)
    paths, _ = explore(function)
    assert {path.result for path in paths} == {True, False}
    assert all(function(*path.args) is path.result for path in paths)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("factorial", math.factorial),
        ("square_root", math.isqrt),
        ("bit_count", lambda n: bin(n).count("1")),
        ("fibonacci", lambda n: [n, *(0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89)][n + 1] if n >= 0 else n),
    ],
)
def test_loops_and_recursion_give_right_results_on_every_path(name, reference):
    paths, report = explore(getattr(integers, name))
    assert len(paths) >= 10
    for path in paths:
        if path.exception is None:
            assert path.result == reference(path.args[0])
        else:
            assert path.args[0] < 0
    assert report.verdict is pef.Verdict.BOUNDED
    assert kinds(report) == {"depth"}


def test_greatest_common_divisors_are_right():
    paths, report = explore(integers.greatest_common_divisor, depth=4)
    assert len(paths) >= 4
    assert all(abs(path.result) == math.gcd(*path.args) for path in paths)
    assert "divergence" not in kinds(report)


def test_collatz_to_a_bound_is_verified():
    paths, report = explore(integers.collatz, depth=30)
    assert report.verdict is pef.Verdict.VERIFIED
    assert len({path.result for path in paths}) == 7


def test_a_fault_deep_in_a_loop_is_found_with_the_depth_raised():
    paths, report = explore(integers.fault_at_forty, depth=45)
    (finding,) = [path for path in paths if path.is_finding]
    assert finding.args == (40,)
    assert isinstance(finding.exception, ZeroDivisionError)
    assert report.verdict is pef.Verdict.REFUTED


def test_a_loop_that_is_cut_is_bounded_and_the_line_is_named():
    _, report = explore(integers.fault_at_forty)
    assert report.verdict is pef.Verdict.BOUNDED
    line = integers.fault_at_forty.__code__.co_firstlineno + 2
    assert [(reason.kind.value, reason.where.rpartition(":")[2]) for reason in report.reasons] == [("depth", str(line))]


def test_the_body_of_a_generator_is_explored():
    paths, report = explore(integers.countdown)
    assert [path.result for path in paths if path.exception is None] == [[], [1], [2, 1]]
    assert [path.args for path in paths if path.exception] == [(3,)] or report.verdict is not pef.Verdict.VERIFIED
    assert all(path.call.startswith("list(countdown(") for path in paths)


def test_an_endless_generator_is_bounded():
    paths, report = explore(integers.endless)
    assert len(paths) == 1
    assert kinds(report) == {"size"}
    assert report.verdict is pef.Verdict.BOUNDED


def test_a_coroutine_is_run_to_its_end():
    paths, report = explore(integers.awaited)
    assert {path.result for path in paths} == {"small", "large"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_an_index_and_a_key_decide_what_they_need():
    paths, report = explore(integers.lists_and_keys)
    assert {repr(path.result) for path in paths if path.exception is None} == {
        "10", "20", "30", "None", "'one'", "'five'",
    }  # fmt: skip
    assert {type(path.exception) for path in paths if path.exception} == {IndexError}
    assert "divergence" not in kinds(report)


def test_every_construct_agrees_with_the_plain_function():
    paths, report = explore(integers.every_construct, depth=30)
    assert len(paths) > 10
    for path in paths:
        assert path.result == integers.every_construct(*path.args)
    assert "divergence" not in kinds(report)
    assert "unreproduced" not in kinds(report)


def test_state_is_restored_between_paths():
    paths, _ = explore(integers.keeps_state, types="n: int", calls=0)
    assert {path.result for path in paths if path.args[0] > 0} == {1}
    assert integers.keeps_state.__defaults__ == ([],)


def test_assertions_and_missing_code_are_errors_though_raised_on_purpose():
    paths, _ = explore(integers.refuses)
    assert {(path.args[0], type(path.exception)) for path in paths if path.is_finding} == {
        (17, AssertionError),
        (18, NotImplementedError),
    }


@pytest.mark.parametrize("strategy", ["dfs", "coverage", "random"])
def test_every_strategy_visits_the_same_paths(strategy):
    paths, report = explore(integers.maximum, strategy=pef.Strategy(strategy), seed=3)
    assert len(paths) == 8
    assert report.verdict is pef.Verdict.VERIFIED


def test_two_explorations_can_take_turns():
    one, two = pef.explore(integers.maximum), pef.explore(integers.sum_and_difference)
    turns = [(next(one).result, next(two).args) for _ in range(4)]
    assert len(turns) == 4
    assert len(list(one)) == 4
    assert list(two) == []


def test_a_function_inside_another_function_can_be_explored():
    limit = 5

    def inner(x: int) -> str:
        return "above" if x > limit else "below"

    paths, report = explore(inner)
    assert {path.result for path in paths} == {"above", "below"}
    assert report.verdict is pef.Verdict.VERIFIED
