"""Expressions that reports show have the values they are shown for."""

from __future__ import annotations

import math

import pytest

from pef.inputs.literals import expression


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (-5, "-5"),
        (10**29, "1" + "0" * 29),
        (2**1024, "2 ** 1024"),
        (-(2**1024), "-(2 ** 1024)"),
        (2**1024 - 2**970, "2 ** 1024 - 2 ** 970"),
        (2**200 + 17, "2 ** 200 + 17"),
        (10**400, "10 ** 400"),
        (10**400 - 1, "10 ** 400 - 1"),
        ([2**100, {2**101: (2**102,)}], "[2 ** 100, {2 ** 101: (2 ** 102,)}]"),
    ],
)
def test_large_integers_are_shown_as_powers(value, shown):
    assert expression(value) == shown
    assert eval(shown) == value


@pytest.mark.parametrize(
    "value",
    [3**200, -(7**90), 3**20000, -(3**20000), 123456789 * 10**40],
    # pytest would write the numbers out, which Python refuses.
    ids=["cube", "negative", "huge", "huge-negative", "zeros"],
)
def test_other_large_integers_have_their_value(value):
    assert eval(expression(value)) == value


@pytest.mark.parametrize("value", [math.inf, -math.inf, [math.inf, 1.5], (1,), (), {1: {2}}, frozenset({3}), 1j])
def test_values_of_builtin_types_come_back(value):
    assert eval(expression(value)) == value
