"""One object for two parameters: a case of its own where the function could tell, shown as code."""

from __future__ import annotations

import pef
from tests.engine.objects import calls, explore, outcomes
from tests.programs.objects import shared


def test_identity_is_a_decision():
    paths, report = explore(shared.is_one)
    assert {path.call: path.result for path in paths} == {
        "is_one(Account(0), Account(0))": "two",
        "(lambda first: is_one(first, first))(Account(0))": "one",
    }
    assert report.verdict is pef.Verdict.VERIFIED


def test_where_nothing_is_changed_one_object_is_like_two():
    paths, _ = explore(shared.total)
    assert calls(paths) == {"total(Account(0), Account(0))"}


def test_a_method_that_is_given_its_own_object():
    paths, _ = explore(shared.Account.transfer, calls=1)
    found = {path.call for path in paths if path.is_finding}
    assert "(lambda self: self.transfer(self, 1))(Account(0))" in found
    assert "(account := Account(0), account.transfer(Account(0), 1), account.transfer(account, 1))[-1]" in found
    assert all("other.transfer" not in call for call in found)


def test_a_cycle_of_one():
    paths, _ = explore(shared.linked, depth=4)
    assert [path.call for path in paths if path.is_finding] == ["(lambda first: linked(first, first))(Node(0, None))"]


def test_none_is_no_case_of_its_own():
    paths, report = explore(shared.last_written)
    assert len(paths) == 5
    assert outcomes(paths) == {"0", "1", "2"}
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
