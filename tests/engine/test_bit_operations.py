"""Bit operations on ints of any size: what holds is proved, what does not has a counterexample."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import pef
from tests.programs import bit_identities, bit_mistakes


def _functions(module: Any) -> list[Callable[..., Any]]:
    return [value for value in vars(module).values() if inspect.isfunction(value)]


@pytest.mark.parametrize("identity", _functions(bit_identities), ids=lambda function: function.__name__)
def test_an_identity_is_proved(identity: Callable[..., Any]) -> None:
    report = pef.check(identity)
    assert report.verdict.value == "verified", report.reasons


@pytest.mark.parametrize("claim", _functions(bit_mistakes), ids=lambda function: function.__name__)
def test_a_mistake_has_a_counterexample(claim: Callable[..., Any]) -> None:
    report = pef.check(claim)
    assert report.verdict.value == "refuted", report.reasons
