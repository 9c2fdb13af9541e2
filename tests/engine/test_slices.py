"""Steps of slices: those that take no second element are one path, and all others are as CPython has them."""

from __future__ import annotations

import pytest

import pef
import pef.exploration.exploration
from pef.results import Outcome
from tests.programs import slices

VALUES = range(-7, 8)


def outcome(function, arguments):
    try:
        return function(*arguments)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(
    ("function", "count"),
    [
        # The length is 3: steps from -2 to 2, one below and one above.
        (slices.every, 7),
        # From -1 to 1: with a step of 1 an assignment may change the length, with 2 it may not.
        (slices.every_of_one, 5),
        (slices.every_of_none, 5),
        (slices.replaced, 5),
        (slices.removed, 9),
    ],
)
def test_steps_beyond_the_length_are_one_path(function, count):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options())
    paths = list(exploration)
    assert all(path.reproduced for path in paths)
    assert len(paths) == count
    assert exploration.report().verdict in (pef.Verdict.VERIFIED, pef.Verdict.REFUTED)
    for value in VALUES:
        # The one path whose condition holds for a step gives what CPython gives for it.
        (path,) = (path for path in paths if all(eval(text, {"step": value}) for text in path.condition))
        shown = str(path.exception) if path.exception is not None else path.result
        assert shown == outcome(function, (value,)), value


def test_bounds_and_steps_together():
    exploration = pef.exploration.exploration.Exploration(slices.every_of_text, pef.Options())
    paths = list(exploration)
    for step in VALUES:
        for start in VALUES:
            values = {"step": step, "start": start}
            (path,) = (path for path in paths if all(eval(text, values) for text in path.condition))
            shown = str(path.exception) if path.exception is not None else path.result
            assert shown == outcome(slices.every_of_text, (step, start)), values


def test_the_step_of_a_slice_of_a_range_is_seen():
    exploration = pef.exploration.exploration.Exploration(slices.step_of_range, pef.Options(paths=40))
    paths = [path for path in exploration if path.exception is None]
    assert all(path.result == path.args[0] for path in paths)
    assert len(paths) > 30


@pytest.mark.parametrize("function", [slices.beyond_every_length, slices.beyond_every_text])
def test_nothing_is_long_enough_for_an_index_beyond_the_largest_length(function):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options())
    failing = [path for path in exploration if path.exception is not None]
    assert [str(path.exception) for path in failing] == ["cannot fit 'int' into an index-sized integer"]
    assert exploration.report().reasons == []


def test_a_path_cut_at_the_depth_bound_is_pruned_even_where_it_raises() -> None:
    paths = list(pef.explore(slices.all_open, depth=7))
    raised = [path for path in paths if path.exception is not None]
    assert {path.outcome for path in raised} == {Outcome.RAISED, Outcome.PRUNED}
    assert all(path.is_finding for path in raised)
    # A condition that is whole implies what came out.
    assert all("step == 0" in path.condition for path in raised if path.outcome is Outcome.RAISED)
    report = pef.check(slices.all_open, depth=7)
    assert report.stats["pruned"] == sum(path.outcome is Outcome.PRUNED for path in paths)
