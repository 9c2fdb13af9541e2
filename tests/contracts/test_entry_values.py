"""What parameters mean in contracts: their values at entry, in whatever they are kept."""

from __future__ import annotations

import pytest

import pef
from tests.contracts.exploring import explore, violations
from tests.programs.contracts import entry_values

WRONG = [
    entry_values.Slotted.wrongly_keeps,
    entry_values.Copying.wrongly_keeps,
    entry_values.Caller.__call__,
    entry_values.lengthen_in_deque,
    entry_values.lengthen_in_ordered,
    entry_values.other,
    entry_values.Register.put,
]
RIGHT = [
    entry_values.Slotted.grows,
    entry_values.Chain.__init__,
    entry_values.Chain.add,
    entry_values.same,
    entry_values.count,
    entry_values.count_nothing,
    entry_values.made(7),
]


def name(function) -> str:
    return function.__qualname__


@pytest.mark.parametrize("function", WRONG, ids=name)
def test_a_change_is_seen(function) -> None:
    paths, report = explore(function)
    assert report.verdict is pef.Verdict.REFUTED
    assert {violation.kind for violation in violations(paths)} == {"postcondition"}


@pytest.mark.parametrize("function", RIGHT, ids=name)
def test_what_holds(function) -> None:
    paths, report = explore(function, depth=5)
    assert paths
    assert not violations(paths)
    assert report.verdict in (pef.Verdict.VERIFIED, pef.Verdict.BOUNDED), report.reasons
