"""Classes of modules with `from __future__ import annotations`: what their annotations say is read all the same."""

from __future__ import annotations

import pef
from tests.engine.objects import explore, outcomes
from tests.programs.objects import later_annotations


def test_keys_of_typed_dictionaries_that_need_not_be_there():
    for function in (later_annotations.size_of, later_annotations.inherited_size_of):
        paths, _ = explore(function)
        assert "KeyError" in outcomes(paths)


def test_keys_that_must_be_there():
    paths, report = explore(later_annotations.depth_of)
    assert outcomes(paths) == {"1", "0"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_variables_of_the_constructor_alone():
    paths, _ = explore(later_annotations.inverse)
    assert "ZeroDivisionError" in outcomes(paths)
