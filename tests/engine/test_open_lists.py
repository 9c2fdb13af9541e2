"""Lists of open length against brute force: each small input satisfies the condition of one path, which does the same."""

from __future__ import annotations

import inspect
import itertools
import math

import pytest

import pef
import pef.exploration.exploration
from tests.programs import open_lists

INTS = [-3, -2, -1, 0, 1, 2, 3]
ELEMENTS = [-1, 0, 1, 2]
LISTS = [list(elements) for size in range(4) for elements in itertools.product(ELEMENTS[: 5 - size], repeat=size)]
VALUES = {
    "int": INTS,
    "list[int]": LISTS,
    "list[bool]": [[bool(element % 2) for element in elements] for elements in LISTS],
    "tuple[int, ...]": [tuple(elements) for elements in LISTS],
}

# With the number of paths, where it is finite.
FUNCTIONS = {
    open_lists.inside: 4,
    open_lists.anywhere: 3,
    open_lists.last: 2,
    open_lists.two_places: None,
    open_lists.a_place_and_the_first: None,
    open_lists.through_another: None,
    open_lists.flags: 5,
    open_lists.of_tuple: 3,
    open_lists.appended: 3,
    open_lists.appended_twice: None,
    open_lists.appended_something_else: None,
    open_lists.popped: None,
    open_lists.popped_below: None,
    open_lists.summed: 3,
    open_lists.iterated: None,
    open_lists.appended_while_iterating: None,
    open_lists.member: 2,
    open_lists.member_and_place: None,
    open_lists.member_of_appended: 1,
    open_lists.written: None,
    open_lists.deleted: None,
    open_lists.aliased: None,
    open_lists.never_at_another_place: None,
    open_lists.never_missing: None,
    open_lists.binary_search: None,
}


def _outcome(function, arguments):
    copies = [list(value) if isinstance(value, list) else value for value in arguments]
    try:
        return function(*copies)
    except Exception as error:
        return type(error).__name__


def _holds(path, scope) -> bool:
    try:
        return all(eval(condition, {"math": math}, scope) for condition in path.condition)
    except IndexError:
        # It speaks of an element that is not there.
        return False


def _claimed(path):
    return type(path.exception).__name__ if path.exception is not None else path.result


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_each_input_is_on_one_path(function):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options(depth=12, time=60, paths=400))
    paths = list(exploration)
    report = exploration.report()
    assert all(path.reproduced for path in paths)
    assert not [reason for reason in report.reasons if reason.kind.value in ("divergence", "unreproduced", "solver")]
    if FUNCTIONS[function] is not None:
        assert len(paths) == FUNCTIONS[function]
    names = inspect.signature(function).parameters
    kinds = [VALUES[parameter.annotation] for parameter in names.values()]
    for values in itertools.product(*kinds):
        scope = dict(zip(names, values, strict=True))
        taken = [path for path in paths if _holds(path, scope)]
        if report.verdict in (pef.Verdict.VERIFIED, pef.Verdict.REFUTED) and not report.reasons:
            assert len(taken) == 1, (scope, [path.condition for path in taken])
        expected = _outcome(function, values)
        for path in taken:
            # A result that is a term is another one for another input.
            if isinstance(expected, str) or path.exception is not None:
                assert _claimed(path) == expected, (scope, path.condition)


@pytest.mark.parametrize(
    "function",
    [open_lists.never_at_another_place, open_lists.never_missing, open_lists.inside, open_lists.member],
    ids=lambda function: function.__name__,
)
def test_what_holds_at_any_length_is_verified(function):
    report = pef.check(function)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
