"""An exception of an operation is an error however it is raised again; one that the program made is not."""

from __future__ import annotations

from .conftest import Project, Run, findings_of

_PROGRAM = """
import sys

def helper(error):
    raise error

def cleared(l: list[int]) -> int:
    try:
        return l[2]
    except IndexError as error:
        raise error.with_traceback(None)

def saved(l: list[int]) -> int:
    kept = None
    try:
        return l[2]
    except IndexError as error:
        kept = error
    raise kept

def not_from(l: list[int]) -> int:
    try:
        return l[2]
    except IndexError as error:
        raise error from None

def by_helper(l: list[int]) -> int:
    try:
        return l[2]
    except IndexError as error:
        error.__traceback__ = None
        helper(error)

def later(l: list[int]) -> int:
    errors = []
    try:
        return l[2]
    except IndexError as error:
        errors.append(error.with_traceback(None))
    for error in errors:
        raise error

def from_system(l: list[int]) -> int:
    try:
        return l[2]
    except IndexError:
        raise sys.exc_info()[1].with_traceback(None) from None

def of_library(l: list[int]) -> int:
    try:
        return int("x" if len(l) == 2 else "1")
    except ValueError as error:
        raise error.with_traceback(None)

def translated(l: list[int]) -> int:
    try:
        return l[2]
    except IndexError as error:
        raise ValueError("too short") from error

def intended(l: list[int]) -> int:
    try:
        if len(l) == 3:
            raise KeyError("three")
        return 0
    except KeyError as error:
        raise error.with_traceback(None)

def intended_by_helper(l: list[int]) -> int:
    error = KeyError("three")
    if len(l) == 3:
        helper(error.with_traceback(None))
    return 0
"""


def test_the_origin_decides(pef: Run, project: Project) -> None:
    folder = project(module=_PROGRAM)
    finished = pef(
        "check", "module.py", "--exclude", "*:helper", "--time", "30", "--no-cache", "--format", "json", folder=folder
    )
    found = {finding["target"].partition(":")[2] for finding in findings_of(finished)}
    assert found == {"cleared", "saved", "not_from", "by_helper", "later", "from_system", "of_library"}
