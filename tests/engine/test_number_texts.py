"""Texts of numbers are followed without looking at their digits, as far as one condition says what is asked."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from typing import Any

import pytest

import pef
from pef.models.float_intervals import floats_beginning, written_by_format
from tests.programs import number_texts

FOLLOWED = [
    "laid_out",
    "sliced",
    "there_and_back",
    "same_text",
    "sign",
    "last_digit",
    "data_class",
    "within_itself",
    "named_tuple",
    "exception",
    "containers",
    "printed",
    "whole_part",
    "no_leading_zeros",
]
FOUND = ["million", "dozen", "minus_zero", "three_characters", "ten_items", "large_beginning"]


def _function(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(number_texts, name)
    return function


@pytest.mark.parametrize("name", FOLLOWED)
def test_no_digit_is_looked_at(name: str) -> None:
    report = pef.check(_function(name))
    assert report.verdict.value == "verified", report.reasons


@pytest.mark.parametrize("name", FOUND)
def test_a_beginning_is_found(name: str) -> None:
    report = pef.check(_function(name))
    assert report.verdict.value == "refuted", report.reasons


@pytest.mark.parametrize("form", [".0f", ".1f", ".3f", "f"])
@pytest.mark.parametrize(
    "prefix", ["", "-", "1", "-1", "1000.0", "0", "-0.0", "9.9", "99.", "i", "-inf", "n", "00", "179"]
)
def test_floats_that_begin_so_are_just_those(form: str, prefix: str) -> None:
    found = floats_beginning(written_by_format, form, prefix)
    assert found is not None
    chosen = random.Random(1)
    bits = [struct.unpack("<d", struct.pack("<Q", chosen.getrandbits(64)))[0] for _ in range(100)]
    near = [chosen.uniform(-1200, 1200) for _ in range(100)] + [round(chosen.uniform(-12, 12), 1) for _ in range(50)]
    ends = [end for interval in found.intervals[:20] for end in interval]
    beside = [math.nextafter(end, direction) for end in ends for direction in (-math.inf, math.inf)]
    for value in [*bits, *near, *ends, *beside, 0.0, -0.0, math.inf, -math.inf, math.nan]:
        inside = any(
            low <= value <= high and (value != 0.0 or math.copysign(1, value) == _sign_of_zero(low, high))
            for low, high in found.intervals
        )
        expected = found.has_nan if math.isnan(value) else inside
        assert expected == format(value, form).startswith(prefix), value


def _sign_of_zero(low: float, high: float) -> float:
    """Which zero is in an interval that is on one side of it."""
    return math.copysign(1, low if low == 0.0 else high)
