"""Methods as targets: the invariants of their class are assumed before and owed after."""

from __future__ import annotations

import pytest

from pef.contracts import target
from pef.contracts.target_contract import PlainDisagreementError
from pef.exploration.drain import finish
from pef.loading.load import load_function
from tests.programs.contracts import algorithms, pep316


def checked(method):
    return target.checked(load_function(method), (), finish)


def breach_of(subject, *arguments):
    """What one run of the plain method breaks."""
    begin, end = subject.around_plain_run
    begin()
    try:
        subject.run_plainly(*arguments)
    finally:
        judgement = end()
    return judgement.breach


def test_a_public_method_owes_the_invariant() -> None:
    subject = checked(pep316.Account.withdraw)
    assert breach_of(subject, pep316.Account(5), 5) is None
    breach = breach_of(subject, pep316.Account(5), 6)
    assert breach is not None
    assert breach.kind == "invariant"
    assert breach.text == "self.balance >= 0"


def test_a_public_method_may_rely_on_the_invariant() -> None:
    subject = checked(pep316.Account.withdraw)
    broken = pep316.Account(5)
    broken.balance = -1
    with pytest.raises(PlainDisagreementError):
        subject.run_plainly(broken, 0)


def test_a_private_method_owes_nothing() -> None:
    subject = checked(pep316.Account._take)
    assert breach_of(subject, pep316.Account(5), 6) is None


def test_a_constructor_owes_the_invariant_and_cannot_rely_on_it() -> None:
    subject = checked(pep316.Account.__init__)
    assert breach_of(subject, object.__new__(pep316.Account), 3) is None


def test_invariants_are_inherited() -> None:
    subject = checked(algorithms.FaultyQueue.put)
    assert breach_of(subject, algorithms.FaultyQueue(1), 3) is None
    breach = breach_of(subject, algorithms.FaultyQueue(0), 3)
    assert breach is not None
    assert breach.kind == "invariant"
