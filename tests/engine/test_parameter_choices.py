"""Parameters that have one of several types: each is explored, and conditions read as Python."""

from __future__ import annotations

from tests.engine.test_parameters import explore
from tests.programs.parameters import choices


def holds(path, **values):
    """Whether every condition of the path is true of the plain arguments."""
    return all(eval(condition, {}, dict(values)) for condition in path.condition)


def test_conditions_about_alternatives_are_python_and_true():
    paths, report = explore(choices.several, depth=6)
    assert {path.result for path in paths} == {"nothing", "word", "text", "list", "large", "small"}
    assert all(holds(path, value=path.args[0]) for path in paths)
    seen = {condition for path in paths for condition in path.condition}
    assert {"isinstance(value, int)", "isinstance(value, str)", "isinstance(value, list)", "value is None"} <= seen
    assert any("value > 100" in path.condition for path in paths)
    assert report.verdict.value == "verified"


def test_literals_read_as_comparisons():
    paths, report = explore(choices.literals)
    assert all(holds(path, mode=path.args[0], shift=path.args[1]) for path in paths)
    seen = {condition for path in paths for condition in path.condition}
    assert {"mode == 'left'", "mode == 3", "mode is True", "shift is None", "type(shift) is bool"} <= seen
    assert report.verdict.value == "verified"
