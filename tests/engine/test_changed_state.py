"""State that a program changed before it uses the library is the state of the symbolic runs too, whatever kind it is of."""

from __future__ import annotations

import datetime
import functools
import importlib
from collections.abc import Callable, Iterator
from decimal import Decimal
from types import CodeType
from typing import Any

import pytest

import pef
from tests.programs import changed_state, unchanged_state

CHANGES: list[tuple[str, Callable[[Any], object]]] = [
    ("by_handlers", lambda it: it.HANDLERS.append(it.Handler(5))),
    ("by_checks", lambda it: it.CHECKS.append(it.made(5))),
    ("by_decimal", lambda it: setattr(it, "LIMIT", Decimal(5))),
    ("by_day", lambda it: setattr(it, "DAY", datetime.date(2021, 1, 1))),
    ("by_mode", lambda it: setattr(it, "MODE", it.Mode.HARD)),
    ("by_queue", lambda it: it.QUEUE.append(5)),
    ("by_counts", lambda it: it.COUNTS.update([5])),
    ("by_groups", lambda it: it.GROUPS["refused"].append(5)),
    ("by_order", lambda it: it.ORDERED.move_to_end(5)),
    ("by_slot", lambda it: setattr(it.SLOTTED, "refused", 5)),
    ("by_named", lambda it: it.NAMED.update(refused=5)),
    ("by_current", lambda it: setattr(it, "current", it.other)),
    ("by_current", lambda it: setattr(it, "current", it.Handler(5))),
    ("by_first", lambda it: setattr(it.current, "refused", 5)),
    ("by_closure", lambda it: setattr(it, "is_allowed", it.made(5))),
    ("by_attribute", lambda it: setattr(it.by_attribute, "refused", 5)),
    ("by_default", lambda it: it.TABLE.update(refused=5)),
    ("by_same", lambda it: it.ONE.append(2)),
    ("by_apart", lambda it: setattr(it, "APART", it.ONE)),
    ("by_pair", lambda it: it.PAIR[0].append(5)),
    ("by_deleted", lambda it: delattr(it, "DELETED")),
    ("by_helper", lambda it: setattr(it, "helper", it.replacement)),
    ("by_class_attribute", lambda it: setattr(it.Handler, "extra", 5)),
    ("by_grid", lambda it: it.GRID.__setitem__(1, list(it.GRID[0]))),
    ("by_method", lambda it: setattr(it.Handler, "__eq__", it.Equal.__eq__)),
    ("by_keyword", lambda it: it.with_keyword.__kwdefaults__.update(refused=5)),
    ("by_code", lambda it: setattr(it.helper, "__code__", it.replacement.__code__)),
    ("by_counter", lambda it: [it.count_up() for _ in range(5)]),
    ("by_partial", lambda it: setattr(it, "bounded", functools.partial(it.made, 5))),
]

# Lambdas that share a line: before Python 3.11 code has no columns to tell them apart by, and that is said.
NOT_TOLD_APART = set() if hasattr(CodeType, "co_positions") else {"square", "negative", "OPERATIONS"}


def said(report: pef.Report) -> set[str]:
    """The names of what is said not to be followed, apart from what this Python cannot tell apart."""
    # Some of the functions change the state themselves.
    others = [reason for reason in report.reasons if reason.kind.value != "depth"]
    names = {reason.detail.partition(" ")[0].rpartition(".")[2] for reason in others}
    assert (report.verdict is pef.Verdict.UNKNOWN) == bool(names)
    return names - NOT_TOLD_APART


@pytest.fixture
def program() -> Iterator[Any]:
    """The module as its source makes it, whatever other tests did to it."""
    yield importlib.reload(changed_state)
    importlib.reload(changed_state)


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_a_change_counts(program, name, change):
    change(program)
    function = getattr(program, name)
    assert next(finding.call for finding in pef.check(function).findings) == f"{name}(5)"
    with pytest.raises(AssertionError):
        function(5)


@pytest.mark.parametrize("name", sorted({name for name, _ in CHANGES} - {"by_same"}))
def test_without_a_change_nothing_is_said(program, name):
    assert said(pef.check(getattr(program, name))) == set()


def test_of_what_is_only_made_twice_nothing_is_said():
    dispatched, cached = unchanged_state.dispatched, unchanged_state.cached
    assert dispatched(1) == 1
    for _ in range(2):
        assert said(pef.check(unchanged_state.by_any_name)) == set()
    assert cached(1) == 2
    try:
        assert said(pef.check(unchanged_state.by_any_name)) == {"cached"}
    finally:
        cached.cache_clear()


def test_what_had_the_same_object_keeps_it(program):
    program.current = program.Handler(5)
    program.is_allowed = program.made(5)
    assert pef.check(program.by_first).verdict is pef.Verdict.VERIFIED
    assert pef.check(program.by_first_closure).verdict is pef.Verdict.VERIFIED


@pytest.mark.parametrize(
    ("name", "changed", "change"),
    [
        ("by_flag", "FLAG", lambda it: it.FLAG.set()),
        ("by_pick", "pick", lambda it: setattr(it, "pick", min)),
        ("by_square", "square", lambda it: setattr(it, "square", it.negated)),
        ("by_name", "helper", lambda it: setattr(it, "helper", min)),
        ("by_table_of_functions", "helper", lambda it: setattr(it, "helper", min)),
        ("by_registered", "Abstract", lambda it: it.Abstract.register(it.Handler)),
    ],
)
def test_a_change_that_is_not_followed_is_said(program, name, changed, change):
    change(program)
    report = pef.check(getattr(program, name))
    assert report.verdict is not pef.Verdict.VERIFIED
    assert any(f".{changed} is not what its module makes it" in reason.detail for reason in report.reasons)
    assert pef.check(program.by_slot).verdict is pef.Verdict.VERIFIED
