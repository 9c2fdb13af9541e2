"""How arguments reach their parameters: by position, by name, collected, by default; CPython says what is right."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pef
import pef.exploration.exploration
from tests.programs.parameters import passing

PROGRAMS = Path(passing.__file__).parent


def explore(function, **options):
    """All paths and the report; every call, evaluated in the module, does what the path says."""
    exploration = pef.exploration.exploration.Exploration(function, pef.Options(**options))
    paths = list(exploration)
    for path in paths:
        assert path.reproduced, path
        if path.outcome is pef.Outcome.RETURNED:
            assert eval(path.call, dict(function.__globals__)) == path.result, path.call
    return paths, exploration.report()


def command(*arguments):
    """What the installed command says, as JSON."""
    pef_command = Path(sys.executable).parent / "pef"
    done = subprocess.run(
        [pef_command, "explore", *arguments, "--format", "json"], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def test_collected_arguments_are_explored_by_number_and_name():
    paths, report = explore(passing.star, depth=6)
    assert {len(path.args) for path in paths} >= {0, 1, 2, 3}
    assert {type(path.exception) for path in paths} == {type(None), ZeroDivisionError, LookupError}
    [timeout] = [path for path in paths if isinstance(path.exception, LookupError) and not path.args]
    assert timeout.kwargs == {"timeout": 5}
    assert timeout.call == "star(timeout=5)"
    [zero] = [path for path in paths if isinstance(path.exception, ZeroDivisionError) and not path.kwargs]
    assert zero.args[0] == 7
    assert report.verdict is pef.Verdict.REFUTED


def test_the_command_shows_collected_arguments_in_the_call():
    document = command(f"{PROGRAMS / 'passing.py'}:star", "--depth", "6")
    calls = {path["call"]: path for path in document["paths"]}
    assert calls["star(7, 0)"]["args"] == ["7", "0"]
    assert calls["star(timeout=5)"]["kwargs"] == {"timeout": "5"}


def test_every_kind_of_parameter_gets_its_own_argument():
    paths, report = explore(passing.collected, depth=4)
    assert {len(path.args) for path in paths} >= {2, 3, 4}
    assert any(set(path.kwargs) > {"last"} for path in paths)
    assert report.verdict is pef.Verdict.BOUNDED


def test_names_of_keyword_arguments_are_neither_empty_nor_those_of_parameters():
    paths, _ = explore(passing.collected, depth=5)
    names = {name for path in paths for name in path.kwargs} - {"last"}
    assert names
    assert not names & {"second", ""}
    paths, _ = explore(passing.keys, depth=5)
    assert all(isinstance(path.exception, ValueError) for path in paths)


def test_the_name_of_a_positional_only_parameter_can_be_that_of_another_argument():
    paths, _ = explore(passing.same_name, depth=3)
    assert any(path.result == 1 and "number" in path.kwargs for path in paths)


def test_contracts_see_collected_arguments():
    paths, report = explore(passing.with_contract, depth=6)
    broken = [path for path in paths if path.contract is pef.results.ContractStatus.VIOLATED]
    assert broken
    assert all(path.args == (4,) and "number" in path.kwargs for path in broken)
    assert all(path.args[0] > 0 for path in paths)
    assert not [reason for reason in report.reasons if reason.kind.value in ("concretised", "unreproduced")]


def test_a_parameter_left_to_its_default_moves_no_other_argument_and_is_said():
    paths, report = explore(passing.default_in_between)
    assert {path.result for path in paths} == {True, False}
    assert all(set(path.kwargs) == {"last"} for path in paths)
    assert report.assumed == {"between": "its default"}
    paths, report = explore(passing.default_before_star, depth=3)
    assert {path.result for path in paths} == {True, False}
    assert report.assumed == {"between": "its default"}


def test_a_name_that_cannot_be_written_is_passed_through_a_dictionary():
    assert (
        pef.judging.call_arguments.text_of("f", ["1"], {"a": "2", "b c": "3", "if": "4"})
        == "f(1, a=2, **{'b c': 3, 'if': 4})"
    )
