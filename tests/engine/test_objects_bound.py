"""Methods that exist only for an object are called through one."""

from __future__ import annotations

import pef
import pef.project.discovery
from tests.engine.test_objects_states import explored
from tests.programs.objects import bound


def test_a_method_that_is_chosen_by_its_argument():
    findings, report = explored(bound, "Reader.read", types="value: int")
    assert not findings
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_method_with_an_argument_added():
    findings, report = explored(bound, "Reader.half")
    assert not findings
    assert report.verdict is pef.Verdict.VERIFIED
    findings, _ = explored(bound, "Reader.none")
    assert {path.call for path in findings} == {"Reader().none(0)"}


def test_they_are_found_in_a_file():
    report = pef.project.discovery.discover([bound.__file__], pef.project.discovery.Selection())
    names = {candidate.target.qualname for candidate in report.candidates}
    assert {"Reader.read", "Reader.half", "Reader.none"} <= names
