"""The contract figures of the paper and the thesis, with the verdict that their text gives."""

from __future__ import annotations

import sys

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import figures


def test_figure_2_21_fails_where_the_thesis_says() -> None:
    paths, report = explore(figures.twice_or_square)
    assert report.verdict is pef.Verdict.REFUTED
    broken = {path.args[0] for path in violations(paths)}
    # 0 > 0 is the failure of the text; 1 > 1 is another one, which a tree of paths alone does not show.
    assert broken == {0, 1}
    assert all(path.args[0] >= 0 for path in paths)
    assert {path.kind for path in violations(paths)} == {"postcondition"}


def test_figure_3_10_has_no_division_by_zero() -> None:
    paths, report = explore(figures.divide_positive)
    assert report.verdict is pef.Verdict.VERIFIED
    assert len(paths) == 1
    assert all(value > 0 for value in paths[0].args)


def test_figure_3_11_holds() -> None:
    paths, report = explore(figures.sum_of_absolutes)
    assert report.verdict is pef.Verdict.VERIFIED
    assert {path.contract for path in paths} == {pef.ContractStatus.OK}


def test_figure_3_12_is_explored_with_both_types() -> None:
    paths, _ = explore(figures.multiply, paths=8)
    assert {type(path.args[1]) for path in paths} == {int, str}


def test_figure_3_13_allows_the_division_by_zero() -> None:
    paths, report = explore(figures.divide)
    assert report.verdict is pef.Verdict.VERIFIED
    (raised,) = [path for path in paths if path.exception is not None]
    assert raised.args[1] == 0
    assert raised.contract is pef.ContractStatus.OK
    assert not raised.is_finding


def test_figure_3_19_has_two_paths_both_correct() -> None:
    paths, report = explore(figures.divide_elements)
    assert report.verdict is pef.Verdict.VERIFIED
    assert len(paths) == 2
    by_outcome = {path.outcome: path for path in paths}
    assert set(by_outcome) == {pef.Outcome.RETURNED, pef.Outcome.RAISED}
    assert by_outcome[pef.Outcome.RAISED].args[1] == 0
    assert len(by_outcome[pef.Outcome.RETURNED].result) == 2
    assert {path.contract for path in paths} == {pef.ContractStatus.OK}
    assert not any(path.is_finding for path in paths)


@pytest.mark.parametrize("function", [figures.faulty_factorial, figures.late_fault])
def test_a_factorial_that_is_wrong_at_forty_is_refuted_at_the_default_depth(function) -> None:
    paths, report = explore(function)
    assert report.verdict is pef.Verdict.REFUTED
    assert (40,) in {path.args for path in violations(paths)}
    for path in violations(paths):
        assert path.result != figures.factorial_by_definition(path.args[0])


def test_figure_5_1_sorts_lists_of_four() -> None:
    paths, report = explore(figures.quicksort, assume=("len(numbers) == 4",))
    assert report.verdict is pef.Verdict.VERIFIED
    # One for each order of four numbers; from 3.13 on, `sorted` asks which neighbours are equal, too.
    assert len(paths) == (24 if sys.version_info < (3, 13) else 34)


def test_an_assumption_costs_one_run_and_no_path() -> None:
    paths, report = explore(figures.digits)
    assert report.verdict is pef.Verdict.VERIFIED
    assert len(paths) == 1
    assert report.stats["depth"] == 0
    # The first input is the empty list, which the first clause refuses; the second satisfies both.
    assert report.stats["runs"] == 2


def test_an_assumption_that_nothing_satisfies_is_an_error_that_names_it() -> None:
    with pytest.raises(pef.RequestError, match=r"figures\.py:\d+: no input satisfies the assumption 'x < 2'"):
        explore(figures.impossible)
