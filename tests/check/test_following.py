"""Findings in code that was followed because somebody asked for it."""

from __future__ import annotations

from .conftest import Project, Run, findings_of

_LIBRARY = """
def parse(text):
    if text.startswith("a"):
        return text[1]
    if text.startswith("b"):
        return first(text[1:])
    if text.startswith("c"):
        return [text][len(text)]
    return ""

def first(text):
    return text[0]
"""

_DRIVER = """
import lib

def drive(text: str) -> str:
    return lib.parse(text)
"""


def test_each_place_in_followed_code_is_a_finding(pef: Run, project: Project) -> None:
    project(libraries__lib=_LIBRARY, app__driver=_DRIVER)
    folder = project(app__empty="")
    (folder / "app" / "pyproject.toml").write_text("")
    finished = pef(
        *("check", "app/driver.py", "--follow", "lib", "--no-cache", "--format", "json"),
        folder=folder,
        environment={"PYTHONPATH": str(folder / "libraries")},
    )
    found = findings_of(finished)
    assert {finding["line"] for finding in found} == {5}
    assert sorted(finding["traceback"][-1].rpartition(":")[2] for finding in found) == [
        "12 in first",
        "4 in parse",
        "8 in parse",
    ]


def test_without_following_they_are_one(pef: Run, project: Project) -> None:
    project(libraries__lib=_LIBRARY, app__driver=_DRIVER)
    folder = project(app__empty="")
    (folder / "app" / "pyproject.toml").write_text("")
    finished = pef(
        *("check", "app/driver.py", "--no-cache", "--format", "json", "--types", "text: str"),
        folder=folder,
        environment={"PYTHONPATH": str(folder / "libraries")},
    )
    assert len(findings_of(finished)) <= 1
