"""Types that leave something open: iterators, functions, type variables, abstract containers, Any."""

from __future__ import annotations

import collections

import pytest

import pef
from tests.engine.test_parameters import command, explore
from tests.programs.parameters import kinds

PROGRAM = kinds.__file__


def test_an_iterator_is_one_and_is_shown_as_one():
    document = command(f"{PROGRAM}:first_large", "--depth", "4")
    calls = {path["call"]: path for path in document["paths"]}
    assert calls["first_large(iter([6]))"]["result"] == "6"
    assert calls["first_large(iter([0]))"]["result"] == "None"
    assert document["assumed"] == {}


def test_an_iterable_need_not_have_a_length():
    paths, _ = explore(kinds.length)
    assert {type(path.exception) for path in paths} == {type(None), TypeError}
    assert any(path.call == "length(iter([]))" for path in paths)


def test_a_sequence_may_be_a_tuple():
    paths, _ = explore(kinds.joined, depth=4)
    assert any(isinstance(path.exception, TypeError) and type(path.args[0]) is tuple for path in paths)
    assert any(path.result == [1] for path in paths)


def test_a_mapping_is_looked_up_by_decision():
    paths, report = explore(kinds.looked_up, depth=4)
    assert {bool(path.args[0]) and "key" in path.args[0] for path in paths} == {True, False}
    assert report.verdict is pef.Verdict.BOUNDED


def test_a_range_has_any_bounds_and_steps():
    paths, report = explore(kinds.direction)
    assert {path.result for path in paths} == {"backwards", "forwards", "others"}
    assert all(type(path.args[0]) is range for path in paths)
    assert report.verdict is pef.Verdict.VERIFIED


def test_being_in_a_range_is_one_decision():
    paths, report = explore(kinds.covered)
    assert sorted(path.result for path in paths) == [False, True]
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_class_is_itself_or_one_derived_from_it():
    paths, report = explore(kinds.sides)
    assert {path.call: path.result for path in paths if path.exception is None} == {"sides(Square)": 3}
    assert [path.call for path in paths if isinstance(path.exception, ZeroDivisionError)] == ["sides(Shape)"]
    assert "kind" in report.assumed


def test_containers_of_collections_are_made_from_builtin_ones():
    paths, _ = explore(kinds.queued, depth=4)
    assert {type(path.exception) for path in paths} == {type(None), IndexError}
    assert all(type(path.args[0]) is collections.deque for path in paths)
    assert any(path.call == "queued(deque([0]))" for path in paths)


def test_a_counter_is_looked_up_by_decision():
    paths, report = explore(kinds.counted, depth=8)
    assert {path.result for path in paths} == {"three", "others"}
    assert all(type(path.args[0]) is collections.Counter for path in paths)
    assert {reason.kind.value for reason in report.reasons} <= {"depth"}


def test_dictionaries_that_know_their_order_or_make_values():
    paths, _ = explore(kinds.first_of, depth=6)
    assert {path.result for path in paths if path.exception is None} == {True}
    assert any(isinstance(path.exception, KeyError) for path in paths)
    paths, report = explore(kinds.grouped, depth=6)
    # A group that is there and one that is made; how long the first is does not divide the paths.
    assert {len(path.args[0]) > 0 for path in paths} == {False, True}
    assert {path.result for path in paths} == {1}
    assert "groups" in report.assumed


def test_a_type_variable_is_the_same_type_everywhere():
    paths, report = explore(kinds.both)
    assert {path.result for path in paths} == {"alike"}
    assert {type(path.args[0]) for path in paths} == {int, str}
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_function_gives_equal_results_for_equal_arguments():
    paths, report = explore(kinds.apply)
    assert {path.result for path in paths} == {"both sides", "one side"}
    # Functions that keep state were not tried.
    assert report.verdict is pef.Verdict.BOUNDED
    assert [reason.detail for reason in report.reasons] == [
        "functions for function that keep state, raise, or change their arguments were not tried"
    ]
    both = [path for path in paths if path.result == "both sides"]
    assert all(path.args[1] != path.args[2] for path in both)
    assert any("function(one) > 3" in path.condition for path in paths)


def test_the_call_has_a_function_that_reproduces_the_path():
    document = command(f"{PROGRAM}:apply")
    for path in document["paths"]:
        assert "lambda x:" in path["call"]
        assert eval(path["call"], vars(kinds)) == eval(path["result"])


def test_a_function_takes_any_arguments_where_none_are_declared():
    paths, _ = explore(kinds.apply_to_text, depth=8)
    assert {path.result for path in paths} == {True, False}


def test_a_function_can_be_a_key():
    paths, _ = explore(kinds.keyed, depth=7)
    assert {path.result for path in paths} >= {True, False}


def test_a_slice_may_have_every_part():
    paths, _ = explore(kinds.sliced, depth=6)
    assert any(isinstance(path.exception, ValueError) for path in paths)
    assert any(path.call == "sliced([], slice(None, None, None))" for path in paths)


def test_what_a_bare_container_contains_is_assumed_and_said():
    _, report = explore(kinds.bare)
    assert report.assumed == {"values": "list[int]"}
    assert report.verdict is pef.Verdict.VERIFIED
    _, report = explore(kinds.bare_words, depth=4)
    assert report.assumed["words"] in ("list[str]", "list[str | bytes]")


def test_anything_is_what_it_is_compared_with():
    paths, report = explore(kinds.anything, depth=8)
    assert {path.result for path in paths} == {0, 1}
    assert report.assumed == {"value": "str"}


def test_types_that_stand_for_others():
    paths, report = explore(kinds.wrapped)
    assert {path.result for path in paths} == {0, 1}
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.assumed == {}


def test_a_default_of_none_is_an_alternative():
    paths, _ = explore(kinds.implicit_none)
    assert {path.args[0] is None for path in paths} == {True, False}


@pytest.mark.skipif(not hasattr(__import__("typing"), "TypeAliasType"), reason="type statements came with 3.12")
def test_a_type_statement_stands_for_its_value():
    scope: dict = {}
    exec("type Pair = tuple[int, str]\ndef function(pair: Pair): return pair", scope)
    assert pef.inputs.types.shape_of(scope["Pair"], "pair") == ("tuple", ("int",), ("str",))
