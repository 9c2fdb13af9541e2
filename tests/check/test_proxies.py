"""Modules that hold objects which do something, or fail, when they are looked at."""

from __future__ import annotations

import json

import pytest

from .conftest import PROGRAMS, Project, Run, findings_of

PROXIES = PROGRAMS / "proxies"


def test_lazy_settings_of_a_module(pef: Run, project: Project) -> None:
    folder = project(
        module="""
import tempfile

class Lazy:
    def __getattr__(self, name):
        raise RuntimeError("not configured")

settings = Lazy()

def divide(x: int) -> int:
    return 1 // x
"""
    )
    finished = pef("check", "module.py", "--no-cache", "--format", "json", folder=folder)
    assert finished.status == 1, finished.stderr
    assert [finding["call"] for finding in findings_of(finished)] == ["divide(0)"]


def test_objects_that_refuse_every_look(pef: Run) -> None:
    finished = pef("check", "holding.py", "--no-cache", "--format", "json", folder=PROXIES)
    assert finished.status == 1, finished.stderr
    document = json.loads(finished.stdout)
    about = {function["target"].partition(":")[2]: function for function in document["functions"]}
    assert not [one for one in about.values() for reason in one["reasons"] if reason["kind"] == "defect"]
    # It would be refuted if anything had been looked at; other functions could change what it reads.
    assert about["untouched"]["verdict"] == "bounded"
    found = {finding["target"].partition(":")[2] for finding in findings_of(finished)}
    assert found == {"Holder.divide", "plain", "decorated", "defaulted", "raises"}


@pytest.mark.parametrize("target", ["plain", "untouched", "gives", "raises"])
def test_the_same_explored(pef: Run, target: str) -> None:
    finished = pef("explore", f"holding.py:{target}", "--format", "json", folder=PROXIES)
    assert finished.status in (0, 1), finished.stderr
    outcomes = {path["outcome"] for path in json.loads(finished.stdout)["paths"]}
    assert outcomes <= {"returned", "raised"}


def test_a_look_that_runs_code_after_all_costs_one_function(pef: Run, project: Project) -> None:
    folder = project(
        module="""
class Meta(type):
    pass

Meta.__module__ = property(lambda cls: 1 // 0)

class Strange(metaclass=Meta):
    pass

def takes(one: Strange) -> int:
    return 2

def divide(x: int) -> int:
    return 1 // x
"""
    )
    finished = pef("check", "module.py", "--no-cache", "--format", "json", folder=folder)
    assert finished.status == 1, finished.stderr
    document = json.loads(finished.stdout)
    about = {function["target"].partition(":")[2]: function for function in document["functions"]}
    assert [reason["kind"] for reason in about["takes"]["reasons"]] == ["not-runnable"]
    assert about["divide"]["verdict"] == "refuted"
