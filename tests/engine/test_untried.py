"""Arguments that are easily left out: they are tried, or the verdict says that they were not."""

from __future__ import annotations

import pytest

import pef
from tests.engine.test_integers import explore
from tests.programs import untried
from tests.programs.parameters import overlapping


@pytest.mark.parametrize(
    "name", ["optional", "of_two_kinds", "abstract", "collections", "or_numbers", "one_may_change"]
)
def test_one_object_for_parameters_whose_types_have_one_in_common(name):
    paths, report = explore(getattr(overlapping, name), depth=6)
    assert any(path.call.startswith(f"(lambda a: {name}(a, a))(") for path in paths if path.is_finding)
    assert report.verdict is pef.Verdict.REFUTED


@pytest.mark.parametrize("name", ["queues", "iterables", "wider"])
def test_where_types_overlap_in_another_way_it_is_said(name):
    _, report = explore(getattr(overlapping, name), depth=4)
    assert report.verdict is pef.Verdict.BOUNDED
    assert "one object in two places of the arguments was not tried" in {one.detail for one in report.reasons}


def test_what_may_change_may_do_so_under_another_name():
    paths, _ = explore(overlapping.only_one_changes)
    assert any("(a, a)" in path.call for path in paths)
    assert not any(path.is_finding for path in paths)


def test_types_that_have_nothing_in_common():
    _, report = explore(overlapping.unrelated)
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize("name", ["pure", "mut"])
def test_functions_as_arguments_are_not_all_there_are(name):
    _, report = explore(getattr(untried, name))
    assert report.verdict is pef.Verdict.BOUNDED
    assert report.reasons[0].detail.startswith("functions for f that keep state")


def test_a_function_that_nobody_calls_weakens_nothing():
    _, report = explore(untried.uncalled)
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_class_of_which_a_function_makes_subclasses():
    _, report = explore(untried.base)
    assert [reason.detail for reason in report.reasons] == [
        "of the subclasses of Base, only those at the level of a module were tried"
    ]
    _, report = explore(untried.other)
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize("name", ["isinst", "typeis", "has", "call", "none", "klass", "notklass", "mat", "two"])
def test_both_sides_of_a_test_of_the_type_are_tried(name):
    _, report = explore(getattr(untried, name), depth=4)
    assert report.verdict is pef.Verdict.REFUTED


def test_a_type_that_was_not_tried_is_said():
    _, report = explore(untried.exotic)
    assert report.verdict is pef.Verdict.BOUNDED
    assert "x was only tried as int | str | list[int]" in report.reasons[-1].detail
    _, report = explore(untried.fine)
    assert report.verdict is pef.Verdict.VERIFIED


def test_an_argument_that_a_global_holds():
    _, report = explore(overlapping.beside_a_global)
    assert report.verdict is pef.Verdict.BOUNDED
    assert [reason.detail for reason in report.reasons] == ["an argument that is also TABLE, a global, was not tried"]
    _, report = explore(overlapping.of_another_type)
    assert report.verdict is pef.Verdict.VERIFIED
