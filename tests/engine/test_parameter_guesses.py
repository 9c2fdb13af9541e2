"""Parameters without a type: what is assumed of them, said in the report, and no false alarms."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pef
from pef.errors import RequestError
from tests.engine.test_parameters import command, explore
from tests.programs.parameters import untyped

PROGRAM = untyped.__file__


@pytest.mark.parametrize(
    ("function", "assumed"),
    [
        (untyped.difference, {"one": "int", "two": "int"}),
        (untyped.greeting, {"name": "str"}),
        (untyped.record, {"entry": "dict[str, int]"}),
        (untyped.unpacked, {"pairs": "list[tuple[int, int]]"}),
        (untyped.total, {"values": "list[int]"}),
        (untyped.diagonal, {"point": "Point"}),
        (untyped.told_apart, {"value": "str | int"}),
        (untyped.with_default, {"limit": "int", "missing": "None | int | str | list[int]"}),
        (untyped.sentinel, {"value": "int | str | list[int] | its default"}),
        (untyped.unused, {"value": "int"}),
        (untyped.passed_on, {"count": "int"}),
        (untyped.rotated, {"values": "list[int]", "count": "int"}),
    ],
)
def test_what_the_code_does_says_what_is_assumed(function, assumed):
    _, report = explore(function, depth=3)
    assert report.assumed == assumed


def test_both_sides_are_found_for_assumed_types():
    assert {path.result for path in explore(untyped.difference)[0]} == {"seven", "other"}
    assert {path.result for path in explore(untyped.diagonal)[0]} == {True, False}
    assert {path.result for path in explore(untyped.called, depth=4)[0]} == {True, False}
    assert {path.result for path in explore(untyped.with_default)[0]} == {"large", "small"}
    assert {path.result for path in explore(untyped.sentinel)[0]} == {"nothing", "something"}
    assert 1 in {path.result for path in explore(untyped.greeting, depth=8)[0]}


def test_a_guess_that_is_wrong_is_no_finding():
    paths, report = explore(untyped.told_apart)
    assert not [path for path in paths if path.is_finding]
    paths, report = explore(untyped.wrong_kind)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.assumed == {"value": "int"}


def test_what_nothing_known_can_be_is_said():
    with pytest.raises(RequestError, match="no_such_attribute_anywhere"):
        explore(untyped.unknown)


def test_the_command_says_for_which_types_it_holds():
    document = command(f"{PROGRAM}:difference")
    assert document["verdict"] == "verified"
    assert document["assumed"] == {"one": "int", "two": "int"}
    shown = subprocess.run(
        [Path(sys.executable).parent / "pef", "explore", f"{PROGRAM}:difference"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "verified for one: int, two: int (assumed)" in shown
