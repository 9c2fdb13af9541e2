"""States of objects that need calls of methods, and faults in structures of objects."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pef
from pef.loading.load import load_target
from tests.engine.objects import calls, explore, kinds, outcomes
from tests.programs.objects import account, avl, chain, machine, ordering, stacks, syntax_tree, thesis


def explored(module, qualname, **options):
    """Findings of a method, named as on the command line."""
    loaded = load_target(module.__file__, qualname, Path(module.__file__).parent)
    exploration = pef.exploration.exploration.Exploration(loaded, pef.Options(**options))
    return [path for path in exploration if path.is_finding], exploration.report()


def test_an_invariant_that_only_three_calls_break():
    paths, report = explore(account.Account.revoke)
    found = [path for path in paths if path.is_finding]
    assert {path.kind for path in found} == {"invariant"}
    assert "(account := Account(), account.grant(1), account.withdraw(1), account.revoke(1))[-1]" in calls(found)
    assert report.verdict is pef.Verdict.REFUTED


def test_fewer_calls_do_not_break_it_and_the_verdict_says_how_many_were_tried():
    findings, report = explored(account, "Account.revoke", calls=1)
    assert not findings
    assert report.verdict is pef.Verdict.BOUNDED
    assert "after more than 1 calls" in report.reasons[-1].detail


def test_the_careful_account_keeps_its_invariant():
    findings, report = explored(account, "CarefulAccount.revoke")
    assert not findings
    assert kinds(report) == {"depth"}


def test_a_method_of_a_class_whose_methods_change_nothing_is_verified():
    findings, report = explored(ordering, "Task.__lt__")
    assert not findings
    assert report.verdict is pef.Verdict.VERIFIED


def test_a_fault_that_needs_push_push_pop():
    paths, _ = explore(stacks.Recent.pop)
    found = [path for path in paths if path.is_finding]
    assert calls(found) == {"(recent := Recent(), recent.push(0), recent.push(0), recent.pop())[-1]"}
    assert type(found[0].exception) is IndexError


def test_a_state_machine_fails_in_one_order_only():
    paths, _ = explore(machine.Connection.send)
    found = [path for path in paths if path.is_finding]
    assert [path.call for path in found] == [
        "(connection := Connection(), connection.open(), connection.close(), connection.send(0))[-1]"
    ]


def test_calls_before_the_target_that_raise_are_no_findings_of_it():
    paths, _ = explore(machine.Connection.send)
    assert not any("close(), connection.open()" in path.call for path in paths)


def test_the_left_right_case_of_an_avl_tree():
    findings, _ = explored(avl, "FaultyTree.insert")
    assert {path.kind for path in findings} == {"invariant"}
    for path in findings:
        tree, last = path.args
        assert tree.root.left.key < last < tree.root.key
    assert not explored(avl, "Tree.insert")[0]


def test_a_ring_of_nodes_hangs_a_traversal():
    command = [
        sys.executable,
        "-m",
        "pef",
        "check",
        f"{chain.__file__}:Node.total",
        "--hang-after",
        "1",
        "--time",
        "30",
    ]
    ended = subprocess.run([*command, "--format", "json", "--no-cache"], capture_output=True, text=True, check=False)
    findings = json.loads(ended.stdout)["findings"]
    assert ("hang", "(node := Node(0), node.link(node), node.total())[-1]") in {
        (finding["kind"], finding["call"]) for finding in findings
    }


def test_the_kind_of_expression_that_a_visitor_forgets():
    paths, _ = explore(syntax_tree.evaluate, depth=2)
    found = [path for path in paths if path.is_finding]
    assert found
    assert all("Negate" in str(path.exception) for path in found)
    paths, _ = explore(syntax_tree.depth, depth=2)
    assert not any(path.is_finding for path in paths)


def test_comparison_in_one_subclass_fails_when_its_objects_are_sorted():
    paths, _ = explore(ordering.first)
    found = [path for path in paths if path.is_finding]
    assert all(type(path.exception) is TypeError for path in found)
    assert all("NoneType" in str(path.exception) for path in found)
    assert found


def test_arguments_have_calls_made_on_them_where_asked():
    paths, _ = explore(thesis.drain, depth=6, calls=1)
    assert any("queue.push(" in path.call for path in paths)
    assert {"0", "1", "2"} <= outcomes(paths)


def test_calls_are_checked_for_sense():
    with pytest.raises(pef.RequestError, match="calls must be at least 0"):
        pef.Options(calls=-1)
