"""Algorithms verified against their specification at small sizes, and refuted after one fault."""

from __future__ import annotations

import sys

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import algorithms, figures


@pytest.mark.parametrize(
    "function", [figures.quicksort, algorithms.merge_sort, algorithms.insertion_sort], ids=lambda f: f.__name__
)
def test_sorting_is_verified_for_every_length_up_to_three(function) -> None:
    paths, report = explore(function, assume=("len(numbers) <= 3",))
    assert report.verdict is pef.Verdict.VERIFIED
    # From 3.13 on, `sorted` in the contract asks which neighbours are equal, too.
    assert len(paths) == 1 + 1 + 2 + (6 if sys.version_info < (3, 13) else 8)


@pytest.mark.parametrize(
    "function",
    [algorithms.faulty_quicksort, algorithms.faulty_merge_sort, algorithms.faulty_insertion_sort],
    ids=lambda f: f.__name__,
)
def test_a_fault_in_sorting_is_found(function) -> None:
    paths, report = explore(function, assume=("len(numbers) <= 3",))
    assert report.verdict is pef.Verdict.REFUTED
    assert violations(paths)
    for path in violations(paths):
        numbers = list(path.args[0])
        result = function(numbers)
        assert sorted(path.args[0]) != (numbers if result is None else result)


def test_binary_search_is_verified() -> None:
    paths, report = explore(algorithms.binary_search)
    assert report.verdict is pef.Verdict.VERIFIED
    assert {len(path.args[0]) for path in paths} == {0, 1, 2, 3}
    assert all(path.args[0] == sorted(path.args[0]) for path in paths)


def test_a_fault_in_binary_search_is_found() -> None:
    paths, report = explore(algorithms.faulty_binary_search)
    assert report.verdict is pef.Verdict.REFUTED
    for path in violations(paths):
        numbers, wanted = path.args
        assert path.result == -1
        assert wanted in numbers


def test_a_bounded_queue_keeps_its_invariant() -> None:
    paths, report = explore(algorithms.use_queue)
    assert report.verdict is pef.Verdict.VERIFIED
    assert {tuple(path.result).count(True) for path in paths} == {0, 1, 2, 3}


def test_a_queue_that_takes_too_much_breaks_the_inherited_invariant() -> None:
    paths, report = explore(algorithms.use_faulty_queue)
    assert report.verdict is pef.Verdict.REFUTED
    assert {path.kind for path in violations(paths)} == {"invariant"}
    assert {path.args[0] for path in violations(paths)} == {0, 1}


def test_a_violated_precondition_is_blamed_on_the_line_of_the_call() -> None:
    paths, report = explore(algorithms.take_from_empty_queue)
    assert report.verdict is pef.Verdict.REFUTED
    (violation,) = violations(paths)
    assert violation.kind == "precondition"
    assert violation.args[0] == 0
    assert "BoundedQueue.take" in (violation.broken or "")
    file, line = (violation.where or "").rsplit(":", 1)
    source = open(algorithms.__file__, encoding="utf-8").read().splitlines()  # noqa: SIM115, PTH123
    assert file.endswith("algorithms.py")
    assert source[int(line) - 1].strip() == "return queue.take()"
