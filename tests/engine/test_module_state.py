"""What functions keep from call to call is a part of their input: calls that change it are tried, and the verdict says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pef
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target
from tests.programs import module_state as programs

BROKEN_BY_CALLS = {
    "hit": "(hit(0), hit(0), hit(0))[-1]",
    "seen": "(seen(0), seen(0), seen(0))[-1]",
    "reads_what_another_changes": "(add(77), reads_what_another_changes())[-1]",
    "takes_numbers": "(takes_numbers(), takes_numbers(), takes_numbers())[-1]",
    "issue": "(issue(0), issue(0), issue(0))[-1]",
    "default_kept": "(default_kept(0), default_kept(0), default_kept(0))[-1]",
    "own_attribute": "(own_attribute(0), own_attribute(0), own_attribute(0))[-1]",
    "looks_up": "(register(''), register(''), looks_up(''))[-1]",
    "grows_what_is_cached": "(grows_what_is_cached(1), grows_what_is_cached(1))[-1]",
    "stale": "(stale(3), set_limit(0), stale(3))[-1]",
}


def explored(name, **options):
    exploration = Exploration(getattr(programs, name), pef.Options(**options))
    found = [path.call for path in exploration if path.is_finding]
    return found, exploration.report()


@pytest.mark.parametrize("name", BROKEN_BY_CALLS)
def test_a_sequence_of_calls_shows_it(name):
    found, report = explored(name)
    assert BROKEN_BY_CALLS[name] in found
    assert report.verdict is pef.Verdict.REFUTED


def test_variables_of_a_closure_that_has_a_name():
    target = load_target(programs.__file__, "step", Path(programs.__file__).parent)
    exploration = Exploration(target, pef.Options())
    assert [path.call for path in exploration if path.is_finding] == ["(step(0), step(0), step(0))[-1]"]


def test_the_calls_fail_in_a_process_of_their_own():
    code = f"from {programs.__name__} import *\n"
    for call in BROKEN_BY_CALLS.values():
        ran = subprocess.run([sys.executable, "-c", code + call], capture_output=True, text=True, check=False)
        assert "AssertionError" in ran.stderr, call


@pytest.mark.parametrize("name", BROKEN_BY_CALLS)
def test_without_calls_the_verdict_says_what_was_not_tried(name):
    found, report = explored(name, calls=0)
    assert not found
    assert report.verdict is pef.Verdict.BOUNDED
    assert any("was as the module made it" in reason.detail for reason in report.reasons)


def test_a_change_that_the_source_does_not_show_is_seen_by_the_run():
    _, report = explored("hidden_alias")
    assert [(reason.kind.value, reason.detail) for reason in report.reasons] == [
        ("depth", "module state that is changed (SHARED) was as the module made it")
    ]


@pytest.mark.parametrize("name", ["logs", "small_fibonacci"])
def test_what_nobody_can_see_is_no_state(name):
    _, report = explored(name)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
