"""Objects as arguments: built by running their constructors, shown as code; the situations of the thesis."""

from __future__ import annotations

import pytest

import pef
from tests.engine.objects import calls, explore, kinds, outcomes
from tests.programs.objects import construction, thesis


def test_a_stack_is_popped_too_often_emptied_and_left_with_elements():
    paths, _ = explore(thesis.pop_n_times, depth=5)
    assert {(path.stdout, type(path.exception)) for path in paths} == {
        ("", type(None)),
        ("", IndexError),
        ("some are left\n", type(None)),
    }
    assert "pop_n_times(Stack([]), 1)" in calls(paths)
    assert "pop_n_times(Stack(None), 0)" in calls(paths)


def test_the_arguments_of_a_path_are_objects_as_they_were_before_the_call():
    paths, _ = explore(thesis.pop_n_times, depth=5)
    emptied = next(path for path in paths if path.call == "pop_n_times(Stack([0]), 1)")
    stack, times = emptied.args
    assert type(stack) is thesis.Stack
    assert (stack.items, times) == ([0], 1)
    assert emptied.to_json()["args"] == ["Stack([0])", "1"]


def test_a_queue_that_keeps_or_replaces_its_initial_list():
    paths, _ = explore(thesis.drain, depth=5)
    assert {"0", "1", "2"} <= outcomes(paths)


def test_linked_lists_grow_by_one_decision_each():
    paths, report = explore(thesis.sum_lista, depth=4)
    assert len(paths) == 5
    assert "sum_lista(Lista(0, Lista(0, None)))" in calls(paths)
    assert report.verdict is pef.Verdict.BOUNDED


def test_a_constructor_with_two_types_gives_both():
    paths, report = explore(thesis.is_short)
    assert {type(path.args[0].content) for path in paths} == {int, str}
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_constructor_that_branches_gives_every_kind_of_object():
    paths, report = explore(thesis.origin)
    assert outcomes(paths) == {"'small'", "'middle'", "'large'"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_what_constructors_do_to_classes_is_seen_and_undone():
    paths, report = explore(thesis.require_unique)
    assert [path.result for path in paths] == [1]
    assert report.verdict is pef.Verdict.VERIFIED
    assert thesis.ClaseUnica.counter == 0
    # One object for both is a case of its own.
    paths, _ = explore(thesis.require_unique_of_two)
    assert outcomes(paths) == {"RuntimeError", "None"}


def test_elements_whose_constructors_have_effects_are_made_before_the_call():
    paths, _ = explore(thesis.first_of_many, depth=3, calls=0)
    assert {path.result for path in paths} == {0, 1, 2, 3}
    assert all(path.result == len(path.args[0]) for path in paths)


def test_self_is_built_like_any_argument():
    paths, _ = explore(thesis.Stack.pop, depth=3)
    assert {"Stack([]).pop()", "Stack([0]).pop()", "Stack(None).pop()"} <= calls(paths)
    assert "IndexError" in outcomes(paths)


def test_an_input_that_the_constructor_refuses_is_no_argument():
    paths, report = explore(construction.half)
    assert all(path.args[0].number % 2 == 0 for path in paths)
    assert outcomes(paths) == {"'small'", "'large'"}
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_class_whose_constructor_always_raises_is_a_bad_request():
    with pytest.raises(pef.RequestError, match="no object of class Never could be made: it raised ValueError"):
        explore(construction.use_never)


def test_a_class_that_needs_itself_to_be_made_is_a_bad_request():
    with pytest.raises(pef.RequestError, match="without end"):
        explore(construction.use_endless)


def test_what_a_constructor_prints_belongs_to_the_call():
    paths, _ = explore(construction.quiet)
    assert [path.stdout for path in paths] == ["made\n"]


def test_a_constructor_that_calls_other_constructors_and_inherits():
    paths, report = explore(construction.total)
    assert outcomes(paths) == {"'empty'", "'full'"}
    assert report.verdict is pef.Verdict.VERIFIED
    assert all("Box(" in path.call for path in paths)


def test_constructors_of_a_module_that_is_not_instrumented_weaken_the_verdict():
    class Local:
        def __init__(self, number: int) -> None:
            self.number = number

    def positive(value: Local) -> str:
        return "positive" if value.number > 0 else "other"

    positive.__annotations__["value"] = Local
    Local.__init__.__annotations__["number"] = int
    exploration = pef.exploration.exploration.Exploration(positive)
    assert {path.result for path in exploration}
    assert kinds(exploration.report()) == {"concretised"}


@pytest.mark.parametrize(
    ("member", "call"),
    [
        ("area", "Square(0).area"),
        ("scaled", "Square(0).scaled(0)"),
        ("unit", "Square.unit(0)"),
        ("of", "Square.of(0)"),
        ("__len__", "Square(0).__len__()"),
    ],
)
def test_members_of_every_kind(member, call):
    from pathlib import Path

    from pef.loading.load import load_target

    file = construction.__file__
    loaded = load_target(file, f"Square.{member}", Path(file).parent)
    exploration = pef.exploration.exploration.Exploration(loaded)
    assert call in {path.call for path in exploration}
