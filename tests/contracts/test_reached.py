"""Contracts are asked however a function is called, and invariants however an object is made or changed."""

from __future__ import annotations

import inspect

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import reached


@pytest.mark.parametrize(
    "function",
    [
        reached.by_table,
        reached.by_cache_in_table,
        reached.by_partial,
        reached.by_default,
        reached.by_attribute,
        reached.by_map,
    ],
    ids=lambda function: function.__name__,
)
def test_a_precondition_counts_however_the_function_is_called(function) -> None:
    paths, report = explore(function)
    assert report.verdict is pef.Verdict.REFUTED
    assert violations(paths)
    for violation in violations(paths):
        assert violation.kind == "precondition"
        assert violation.args[0] % 2 == 1


def test_a_call_that_keeps_it() -> None:
    _, report = explore(reached.rightly_by_table)
    assert report.verdict is pef.Verdict.VERIFIED


def test_functions_are_themselves_after_a_run() -> None:
    code = reached.half.__code__
    explore(reached.by_table)
    assert reached.half.__code__ is code
    assert not hasattr(reached.half, "__wrapped__")
    assert list(inspect.signature(reached.half).parameters) == ["number"]


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (reached.set_below, "precondition"),
        (reached.set_to, "invariant"),
        (reached.Level.raise_to, "invariant"),
        (reached.Level.fail_at, "invariant"),
        (reached.record_of, "invariant"),
        (reached.row_of, "invariant"),
        (reached.fixed, "invariant"),
    ],
    ids=lambda value: getattr(value, "__qualname__", value),
)
def test_what_breaks_a_contract(function, kind: str) -> None:
    paths, report = explore(function)
    assert report.verdict is pef.Verdict.REFUTED
    assert {violation.kind for violation in violations(paths)} == {kind}


def test_an_object_may_use_its_own_methods_in_any_state() -> None:
    paths, _ = explore(reached.Level.look_meanwhile)
    assert paths
    assert not violations(paths)
