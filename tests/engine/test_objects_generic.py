"""Generic classes and classes derived from them with arguments."""

from __future__ import annotations

import pef
from tests.engine.objects import calls, explore, outcomes
from tests.programs.objects import generic


def test_a_subclass_that_fixes_a_type_variable():
    paths, _ = explore(generic.first_letter)
    assert "first_letter(TextBox(''))" in calls(paths)
    paths, report = explore(generic.sign)
    assert outcomes(paths) == {"0", "1"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_type_variable_that_is_fixed_in_two_steps():
    paths, _ = explore(generic.first_number)
    assert {"IndexError", "ZeroDivisionError"} <= outcomes(paths)


def test_subclasses_with_another_argument_are_not_meant():
    paths, report = explore(generic.length)
    assert all("NumberBox" not in path.call and "Numbered" not in path.call for path in paths)
    assert any("TextBox" in path.call for path in paths)
    assert not any(path.exception for path in paths)
    assert not report.assumed
