"""What is one formula has one path; what only looks like it has its paths, and they are right."""

from __future__ import annotations

import itertools

import pytest

import pef
from tests.programs import fewer_paths

FORMULAS = [
    "smallest",
    "largest",
    "distance",
    "total",
    "positives",
    "listed",
    "some_positive",
    "all_positive",
    "ascending",
    "ascending_by_index",
    "same_lists",
    "different_tuples",
    "earlier",
    "same_words",
]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_has_one_path(name):
    report = pef.check(getattr(fewer_paths, name))
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.stats["paths"] == 1


def test_a_choice_in_a_loop_is_a_branch_once():
    report = pef.check(fewer_paths.clipped)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.stats["paths"] == 2
    assert report.coverage.missing == []


def test_a_choice_in_a_loop_is_right_for_all_inputs():
    def claim(a: int, b: int, c: int) -> int:
        total = 0
        for number in (a, b, c):
            total += number if number > 2 else 2
        assert total >= 6
        assert total != 31
        return total

    report = pef.check(claim)
    assert report.verdict is pef.Verdict.REFUTED
    assert all(path.result is None for path in report.findings)
    for path in report.findings:
        with pytest.raises(AssertionError):
            claim(*path.args)


@pytest.mark.parametrize("name", ["asked_of_objects", "left_in_iterator", "left_in_generator"])
def test_effects_of_what_is_not_evaluated_do_not_happen(name):
    function = getattr(fewer_paths, name)
    paths = list(pef.explore(function))
    count = len(paths[0].args)
    assert len({path.result for path in paths}) == count
    for values in itertools.product((0, 9), repeat=count):
        names = dict(zip("abc", values, strict=False))
        (path,) = (path for path in paths if all(eval(condition, {}, names) for condition in path.condition))
        assert path.result == function(*values)


def test_an_exception_is_raised_when_its_element_is_asked_for():
    report = pef.check(fewer_paths.never_divided)
    assert report.verdict is pef.Verdict.VERIFIED
    report = pef.check(fewer_paths.divided)
    assert report.verdict is pef.Verdict.REFUTED
    assert {type(path.exception) for path in report.findings} == {ZeroDivisionError}
    for path in report.findings:
        with pytest.raises(ZeroDivisionError):
            fewer_paths.divided(*path.args)
