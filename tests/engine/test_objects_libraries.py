"""Classes of `pydantic` and `attrs`, where they are installed: made by their own constructors, with symbolic fields."""

from __future__ import annotations

import importlib

import pytest

import pef
from tests.engine.objects import calls, explore, outcomes


@pytest.fixture
def models():
    pytest.importorskip("pydantic")
    return importlib.import_module("tests.programs.objects.with_pydantic")


@pytest.fixture
def classes():
    pytest.importorskip("attrs")
    return importlib.import_module("tests.programs.objects.with_attrs")


def test_fields_of_models_are_symbolic(models):
    paths, report = explore(models.share)
    assert "ZeroDivisionError" in outcomes(paths)
    assert "share(Item(price=5, name=''))" in calls(paths)
    assert not report.reasons


def test_text_and_optional_fields(models):
    assert "IndexError" in outcomes(explore(models.fourth_letter)[0])
    assert {"TypeError", "ZeroDivisionError"} <= outcomes(explore(models.price_by_discount)[0])


def test_constraints_and_validators_are_conditions_of_the_input(models):
    for function in (models.Person.until_thirteen, models.initial, models.inverse_width):
        paths, report = explore(function)
        assert paths
        assert report.verdict is pef.Verdict.VERIFIED, report.reasons
    paths, _ = explore(models.until_twelve)
    assert [path.call for path in paths if path.is_finding] == ["until_twelve(Person(age=12, name='a'))"]


def test_validation_that_is_not_followed_is_said(models):
    _, report = explore(models.starts_with_blank)
    assert report.verdict is pef.Verdict.UNKNOWN
    assert any("str_strip_whitespace" in reason.detail for reason in report.reasons)


def test_classes_of_attrs(classes):
    paths, report = explore(classes.slope)
    assert "ZeroDivisionError" in outcomes(paths)
    assert not report.reasons
    paths, _ = explore(classes.second, depth=3)
    assert {"AttributeError", "0"} <= outcomes(paths)
    paths, _ = explore(classes.Bounded.inverse, calls=0)
    assert outcomes(paths) == {"10"}
