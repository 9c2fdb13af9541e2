"""Where the order of a set with symbolic elements makes a difference, and where it is proven to make none."""

from __future__ import annotations

import inspect

import pytest

import pef
import pef.exploration.exploration
from tests.programs import set_orders, set_walks


def functions(module):
    return [value for value in vars(module).values() if inspect.isfunction(value)]


@pytest.mark.parametrize("function", functions(set_walks))
def test_what_comes_of_any_order_is_verified(function):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options())
    for path in exploration:
        assert path.reproduced
    assert exploration.report().verdict is pef.Verdict.VERIFIED, exploration.report().reasons


@pytest.mark.parametrize("function", functions(set_orders))
def test_what_depends_on_the_order_is_noted(function):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options())
    list(exploration)
    report = exploration.report()
    assert report.verdict is not pef.Verdict.VERIFIED
    assert any("order of a set" in reason.detail for reason in report.reasons)


def test_paths_of_a_search_are_those_of_its_results():
    paths = list(pef.explore(set_walks.found))
    assert {path.result_text for path in paths} == {"True", "False"}
    assert all(set_walks.found(*path.args) == (3 in path.args) for path in paths)
