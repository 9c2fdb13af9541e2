"""The library takes everything that can be called and has a Python function behind it."""

from __future__ import annotations

import functools

import pytest

import pef
import pef.exploration.exploration
from tests.programs import bound

CASES = [
    (bound.adder, {"adder(0)": 4, "adder(4)": "IndexError"}),
    (
        bound.adder.twice,
        {"adder.twice(0)": 0, "adder.twice(3)": 9, "adder.twice(4)": "IndexError", "adder.twice(5)": "IndexError"},
    ),
    (bound.Adder.of_text, {"Adder.of_text(0)": 0, "Adder.of_text(3)": 3}),
    (bound.with_two, {"with_two(0)": 2, "with_two(7)": "IndexError"}),
    (bound.of_seven, {"of_seven(0)": "IndexError"}),
    (
        functools.partial(bound.power, exponent=3),
        {"functools.partial(power, exponent=3)(0)": 3, "functools.partial(power, exponent=3)(7)": "IndexError"},
    ),
    (bound.Adder(7), {"<Adder object>(0)": 8, "<Adder object>(8)": "IndexError"}),
]


@pytest.mark.parametrize(
    ("value", "expected"), CASES, ids=lambda case: next(iter(case)) if isinstance(case, dict) else ""
)
def test_what_is_called_is_explored(value, expected):
    exploration = pef.exploration.exploration.Exploration(value, pef.Options())
    found = {path.call: type(path.exception).__name__ if path.exception else path.result for path in exploration}
    assert found == expected
    # An object that a call changes is another one in the next call.
    keeps_state = isinstance(getattr(value, "__self__", value), bound.Adder)
    assert exploration.report().verdict is (pef.Verdict.BOUNDED if keeps_state else pef.Verdict.VERIFIED)
    assert bound.adder.number == 3


def test_what_has_no_function_behind_it_is_refused():
    with pytest.raises(pef.RequestError, match="is not a Python function"):
        pef.check(functools.partial(len))
