"""Methods as targets: the invariants of their class are assumed before and owed after."""

from __future__ import annotations

import pytest

from pef.contracts import target
from pef.contracts.checking import PlainDisagreementError
from pef.loading import load_function
from tests.programs.contracts import algorithms, pep316


def checked(method):
    return target.checked(load_function(method), ())


def test_a_public_method_owes_the_invariant() -> None:
    subject = checked(pep316.Account.withdraw)
    subject.run_plainly(pep316.Account(5), 5)
    assert subject.plain.breach is None
    subject.run_plainly(pep316.Account(5), 6)
    assert subject.plain.breach is not None
    assert subject.plain.breach.kind == "invariant"
    assert subject.plain.breach.text == "self.balance >= 0"


def test_a_public_method_may_rely_on_the_invariant() -> None:
    subject = checked(pep316.Account.withdraw)
    broken = pep316.Account(5)
    broken.balance = -1
    with pytest.raises(PlainDisagreementError):
        subject.run_plainly(broken, 0)


def test_a_private_method_owes_nothing() -> None:
    subject = checked(pep316.Account._take)
    subject.run_plainly(pep316.Account(5), 6)
    assert subject.plain.breach is None


def test_a_constructor_owes_the_invariant_and_cannot_rely_on_it() -> None:
    subject = checked(pep316.Account.__init__)
    subject.run_plainly(object.__new__(pep316.Account), 3)
    assert subject.plain.breach is None


def test_invariants_are_inherited() -> None:
    subject = checked(algorithms.FaultyQueue.put)
    subject.run_plainly(algorithms.FaultyQueue(1), 3)
    assert subject.plain.breach is None
    subject.run_plainly(algorithms.FaultyQueue(0), 3)
    assert subject.plain.breach is not None
    assert subject.plain.breach.kind == "invariant"
