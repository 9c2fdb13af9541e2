"""What a program changed in its modules before it uses the library counts in both worlds."""

from __future__ import annotations

import pytest

import pef
from tests.programs import changed_globals as module


def calls(report: pef.Report) -> list[str]:
    return [finding.call for finding in report.findings]


def test_without_changes_functions_are_what_the_source_says():
    assert calls(pef.check(module.by_limit)) == ["by_limit(5)"]
    assert pef.check(module.safe).verdict is pef.Verdict.VERIFIED
    assert pef.check(module.by_helper).verdict is pef.Verdict.VERIFIED


def test_a_global(monkeypatch):
    monkeypatch.setattr(module, "LIMIT", 77)
    report = pef.check(module.by_limit)
    assert report.verdict is pef.Verdict.REFUTED
    assert calls(report) == ["by_limit(77)"]
    assert {path.args for path in pef.explore(module.safe)} == {(77,), (0,)}


def test_data_inside_of_a_container(monkeypatch):
    monkeypatch.setitem(module.TABLE, "refused", [77, 78])
    assert set(calls(pef.check(module.by_table))) <= {"by_table(77)", "by_table(78)"}
    assert pef.check(module.by_table).verdict is pef.Verdict.REFUTED


def test_attributes_of_classes_and_objects(monkeypatch):
    monkeypatch.setattr(module.Settings, "refused", 77)
    monkeypatch.setattr(module.settings, "also", 78)
    assert calls(pef.check(module.by_class)) == ["by_class(77)"]
    assert calls(pef.check(module.by_object)) == ["by_object(78)"]


def test_a_global_of_another_type(monkeypatch):
    monkeypatch.setattr(module, "LIMIT", "5")
    assert len(list(pef.explore(module.safe))) == 1


@pytest.mark.parametrize("replaced", [lambda x: x, max])
def test_a_function_that_was_replaced_is_not_followed_and_that_is_said(monkeypatch, replaced):
    monkeypatch.setattr(module, "helper", replaced)
    assert pef.check(module.safe).verdict is pef.Verdict.VERIFIED
    report = pef.check(module.by_helper)
    assert report.verdict in (pef.Verdict.UNKNOWN, pef.Verdict.REFUTED)
    assert any("helper is not what its module makes it" in reason.detail for reason in report.reasons)


def test_what_is_changed_between_two_paths_counts_from_then_on(monkeypatch):
    paths = pef.explore(module.by_limit)
    assert next(paths).call == "by_limit(0)"
    monkeypatch.setattr(module, "LIMIT", 77)
    rest = [path.call for path in paths]
    assert "by_limit(77)" in rest or "by_limit(5)" in rest
