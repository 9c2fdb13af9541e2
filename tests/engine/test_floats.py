"""What exploring functions of floats gives, path by path; CPython says what is right."""

from __future__ import annotations

import math

import pytest

import pef
from pef.exploration.exploration import Exploration
from pef.inputs.literals import expression
from tests.programs import floats, mathematics


def explore(function):
    exploration = Exploration(function)
    paths = list(exploration)
    assert all(path.reproduced for path in paths)
    return paths, exploration.report()


def kinds(report):
    return {reason.kind.value for reason in report.reasons}


def results(paths):
    return {path.result for path in paths if path.exception is None}


def errors(paths):
    return {(type(path.exception), str(path.exception)) for path in paths if path.exception is not None}


@pytest.mark.parametrize(
    "name",
    [
        "sum_of_tenths",
        "is_not_itself",
        "whole_part",
        "rounded",
        "floored",
        "remainder",
        "negative_zero",
        "square",
        "average",
        "tenths_of_an_int",
        "not_rounded",
        "total",
        "sorted_three",
        "to_places",
        "to_tens",
        "written_to_places",
        "written_by_percent",
        "written_as_it_is",
        "written_int",
        "logarithm",
        "side",
    ],
)
def test_both_answers_are_found(name):
    function = getattr(floats, name)
    paths, report = explore(function)
    assert results(paths) == {True, False}
    for path in paths:
        if path.exception is None:
            assert function(*path.args) is path.result
    assert "divergence" not in kinds(report)


@pytest.mark.parametrize("name", ["beyond_infinity", "impossible_average"])
def test_what_no_input_does_is_verified(name):
    paths, report = explore(getattr(floats, name))
    assert results(paths) == {False}
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_square_that_no_float_has_is_not_found():
    paths, report = explore(floats.square_is_two)
    assert results(paths) == {False}
    assert kinds(report) <= {"solver"}


def test_a_pole_is_found():
    paths, report = explore(floats.pole)
    assert errors(paths) == {(ZeroDivisionError, "float division by zero")}
    assert report.verdict is pef.Verdict.REFUTED
    (finding,) = [path for path in paths if path.is_finding]
    assert finding.call == "pole(1.5)"


def test_conversions_raise_for_what_is_no_number():
    paths, _ = explore(floats.whole_part)
    assert errors(paths) == {
        (ValueError, "cannot convert float NaN to integer"),
        (OverflowError, "cannot convert float infinity to integer"),
    }


def test_a_root_of_a_negative_number_is_found():
    paths, _ = explore(floats.root)
    assert {type(path.exception) for path in paths} == {type(None), ValueError}


def test_powers_raise_as_they_do():
    paths, report = explore(floats.inverse_power)
    assert {kind for kind, _ in errors(paths)} == {ZeroDivisionError, OverflowError}
    assert "divergence" not in kinds(report)


def test_nan_breaks_a_sort():
    paths, report = explore(floats.sorted_three)
    broken = [path for path in paths if path.result is False]
    assert broken
    assert all(any(math.isnan(value) for value in path.args) for path in broken)
    assert report.verdict is pef.Verdict.VERIFIED


def test_membership_and_look_up_are_formulas():
    paths, _ = explore(floats.members)
    assert results(paths) == {0, 1, 2}
    assert {kind for kind, _ in errors(paths)} == {KeyError}


def test_a_default_says_the_type():
    paths, _ = explore(floats.default)
    assert len(paths) >= 2
    assert all(type(value) is float for path in paths for value in (*path.args, *path.kwargs.values()))


@pytest.mark.parametrize(
    "name", ["to_places", "written_to_places", "written_by_percent", "written_as_it_is", "written_int"]
)
def test_roundings_and_texts_compared_with_constants_are_exact(name):
    _, report = explore(getattr(floats, name))
    assert report.verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (mathematics.log, ValueError),
        (mathematics.log_of_one_plus, ValueError),
        (mathematics.arc_cosine, ValueError),
        (mathematics.area_tangent, ValueError),
        (mathematics.sine, ValueError),
        (mathematics.remainder, ValueError),
        (mathematics.root, ValueError),
        (mathematics.exponential, OverflowError),
        (mathematics.catenary, OverflowError),
        (mathematics.to_hundreds_of_digits, OverflowError),
        (mathematics.side, ValueError),
        (mathematics.factorial, ValueError),
        (mathematics.pairs, ValueError),
    ],
)
def test_where_functions_of_numbers_raise_is_found(function, kind):
    paths = list(pef.explore(function, paths=300))
    assert kind in {type(path.exception) for path in paths}
    assert None in {path.exception for path in paths}


def test_elements_of_containers_are_floats():
    paths, _ = explore(floats.of_a_list)
    assert {kind for kind, _ in errors(paths)} == {IndexError, ZeroDivisionError}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (float("nan"), "float('nan')"),
        (float("-inf"), "float('-inf')"),
        (-0.0, "-0.0"),
        ([1.5, (float("inf"),)], "[1.5, (float('inf'),)]"),
        ({"a": {float("inf")}}, "{'a': {float('inf')}}"),
        (frozenset([1]), "frozenset({1})"),
        (set(), "set()"),
        ((), "()"),
        (complex(0, float("inf")), "complex(0.0, float('inf'))"),
        ("it's", '"it\'s"'),
    ],
)
def test_expressions_rebuild_values(value, text):
    assert expression(value) == text
    assert repr(eval(text)) == repr(value)


def test_a_container_that_contains_itself_is_shown_as_python_shows_it():
    loop: list[object] = [1]
    loop.append(loop)
    assert expression(loop) == "[1, [...]]"


def test_calls_with_special_floats_can_be_run_again():
    paths, _ = explore(floats.is_not_itself)
    for path in paths:
        assert eval(path.call, vars(floats)) is path.result
