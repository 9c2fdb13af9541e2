"""Constructors without declared types: a guess by what the class does, and no error where only the guess was wrong."""

from __future__ import annotations

from tests.engine.objects import calls, explore
from tests.programs.objects import untyped


def findings(paths):
    return [path for path in paths if path.is_finding]


def test_methods_say_what_a_constructor_is_given():
    paths, report = explore(untyped.Stack.pop, calls=0, depth=3)
    assert report.assumed == {"Stack(items)": "list[int]"}
    assert [path.call for path in findings(paths)] == ["Stack([]).pop()"]
    _, report = explore(untyped.Account.shouted, calls=0, depth=2)
    assert report.assumed == {"Account(owner)": "str", "Account(balance)": "int"}


def test_a_type_that_is_only_guessed_is_no_error_and_one_that_is_passed_is():
    paths, _ = explore(untyped.width)
    # The file itself makes a label of a string.
    assert {type(path.args[0].text) for path in findings(paths)} == {str}


def test_what_may_be_none_may_be_another_one():
    paths, _ = explore(untyped.last, depth=4)
    assert not findings(paths)
    assert any("Node(0, Node(0, None))" in call for call in calls(paths))
