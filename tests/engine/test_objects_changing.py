"""Which members of a class may change its objects, and that what is reached by their use is found."""

from __future__ import annotations

import pytest

import pef
from pef.inputs.objects.state_changing_members import changing_members
from tests.engine.objects import explore, kinds
from tests.programs.objects import changing, reading

FOUND = [
    changing.BySetattr,
    changing.ByExec,
    changing.ByNext,
    changing.ByLoop,
    changing.ByOperator,
    changing.ByOtherName,
    changing.ByBoundMethod,
    changing.ByMap,
    changing.ByOtherObject,
    changing.ByDecorator,
    changing.ByClassMethod,
    changing.ByStaticMethod,
    changing.BySetter,
    changing.ByItem,
    changing.ByContext,
    changing.ByLength,
    changing.ByCachedProperty,
    changing.ByPrivateProperty,
    changing.ByOwnFunction,
]
NOT_TRIED = [changing.ByGenerator, changing.ByCoroutine, changing.ByBuiltinBase]


@pytest.mark.parametrize("class_", FOUND, ids=lambda class_: class_.__name__)
def test_a_state_that_the_use_of_a_member_gives_is_found(class_):
    paths, _ = explore(class_.get)
    assert any(type(path.exception) is ZeroDivisionError for path in paths)


@pytest.mark.parametrize("class_", NOT_TRIED, ids=lambda class_: class_.__name__)
def test_where_a_member_cannot_be_used_the_verdict_says_so(class_):
    _, report = explore(class_.get)
    assert report.verdict is not pef.Verdict.VERIFIED
    assert "depth" in kinds(report)
    assert any("nor any after a call of" in reason.detail for reason in report.reasons)


@pytest.mark.parametrize("class_", [reading.Shelf, reading.NamedShelf])
def test_methods_that_only_read_are_proven_to(class_):
    assert not list(changing_members(class_))


def test_a_class_whose_methods_only_read_is_verified():
    _, report = explore(reading.Shelf.first)
    assert report.verdict is pef.Verdict.VERIFIED
