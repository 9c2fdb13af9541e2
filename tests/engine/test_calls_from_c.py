"""Functions that C code calls: what a program hands to `map`, `filter`, `sorted`, `partial` sees terms, or it is noted.

A term that is lost in such a call without a note would be a wrong "verified".
"""

from __future__ import annotations

import codecs
import functools
import itertools
import operator
import re
import textwrap

import pytest

import pef

_PATTERN = re.compile("k=\\d")
_MADE_AT_IMPORT = functools.partial(codecs.utf_7_encode)


def _method_of_pattern(text: str) -> int:
    return len(list(filter(_PATTERN.scanner, [text])))


def _slot_of_text(text: str) -> int:
    return len(list(filter("abc".__contains__, [text])))


def _function_of_library(text: str) -> int:
    return len(list(filter(None, map(textwrap.dedent, [text]))))


def _partial_of_library(text: str) -> int:
    return len(list(filter(functools.partial(codecs.utf_7_encode), [text])))


def _partial_made_at_import(text: str) -> int:
    return len(list(filter(_MADE_AT_IMPORT, [text])))


def _called_partial(text: str) -> int:
    return 1 if _MADE_AT_IMPORT(text) else 0


def _spread(text: str) -> int:
    return len([found for found in itertools.starmap(_PATTERN.scanner, [(text,)]) if found])


def _taken(text: str) -> int:
    return len(list(itertools.takewhile(_PATTERN.scanner, [text])))


def _sorted_by_code(text: str) -> bool:
    return sorted([text, "k=1"], key=codecs.utf_7_encode)[0] == "k=1"


def _getter_with_argument(text: str) -> int:
    return operator.methodcaller("find", text)("abc")


@pytest.mark.parametrize(
    "function",
    [
        _method_of_pattern,
        _slot_of_text,
        _function_of_library,
        _partial_of_library,
        _partial_made_at_import,
        _called_partial,
        _spread,
        _taken,
        _sorted_by_code,
        _getter_with_argument,
    ],
    ids=lambda function: function.__name__,
)
def test_a_lost_term_is_noted(function):
    report = pef.check(function)
    assert report.verdict.value == "unknown"
    assert "concretised" in {reason.kind.value for reason in report.reasons}


def _plus(one: int, two: int) -> int:
    return one + two


def _partial_of_own(number: int) -> int:
    return 1 if functools.partial(_plus, 2)(number) == 5 else 2


def _partial_of_own_in_map(number: int) -> int:
    return 1 if list(map(functools.partial(_plus, 2), [number])) == [5] else 2


def _partial_of_model(text: str) -> int:
    return (
        1
        if len(text) == 1 and text in "0123456789abcdef" and list(map(functools.partial(int, base=16), [text])) == [11]
        else 2
    )


def _compared(number: int) -> int:
    return 1 if sorted([number, 3], key=functools.cmp_to_key(lambda one, two: one - two))[0] == 3 else 2


def _first_items(text: str) -> int:
    return 1 if text and list(map(operator.itemgetter(0), [text])) == ["x"] else 2


def _called_method(text: str) -> int:
    return 1 if list(map(operator.methodcaller("startswith", "ab"), [text])) == [True] else 2


@pytest.mark.parametrize(
    "function",
    [_partial_of_own, _partial_of_own_in_map, _partial_of_model, _compared, _first_items, _called_method],
    ids=lambda function: function.__name__,
)
def test_both_answers_are_found_without_a_note(function):
    report = pef.check(function)
    assert {path.result for path in pef.explore(function)} == {1, 2}
    assert "concretised" not in {reason.kind.value for reason in report.reasons}
