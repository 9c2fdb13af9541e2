"""How objects are written in calls."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pef.inputs.objects.descriptions import Call
from pef.inputs.objects.method_sequences import SequenceDescription


@dataclass(kw_only=True)
class Options:
    size: int = 3
    name: str | None = None


@pytest.mark.parametrize(
    ("name", "variable"),
    [("LRUCache", "lru_cache"), ("AVL", "avl"), ("Account", "account"), ("_BankAccount2", "bank_account2")],
)
def test_objects_are_named_by_the_words_of_their_class(name, variable):
    class_ = type(name, (), {})
    assert SequenceDescription(class_, Call(class_, [], []), []).variable == variable


def test_defaults_that_are_passed_by_name_are_left_out():
    assert repr(Call(Options, [], [("size", 3), ("name", None)])) == "Options()"
    assert repr(Call(Options, [], [("size", 4), ("name", "a")])) == "Options(size=4, name='a')"
    assert repr(Call(Options, [], [("size", True)])) == "Options(size=True)"
