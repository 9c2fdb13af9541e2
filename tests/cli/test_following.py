"""Modules outside of the project are explored on request; a few of the standard library always are."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run
from .test_layouts import write

# Nothing but a rewritten `range` shows that there is more than one path.
LIBRARY = "def inverses(number):\n    return [1 // (index - 2) for index in range(number)]\n"
USER = "import library\n\ndef use(number: int):\n    return library.inverses(number)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project, with a library in a virtual environment of its own."""
    packages = ".venv/lib/python3.11/site-packages"
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "user.py": USER,
            ".venv/pyvenv.cfg": "home = /usr/bin\n",
            f"{packages}/library/__init__.py": "from library.inner import inverses\n",
            f"{packages}/library/inner.py": LIBRARY,
        },
    )
    import sys

    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if version != "python3.11":
        (tmp_path / ".venv/lib/python3.11").rename(tmp_path / ".venv/lib" / version)
    return tmp_path


def explored(pef: Run, project: Path, *options: str) -> dict[str, object]:
    environment = {"VIRTUAL_ENV": str(project / ".venv")}
    finished = pef("explore", "user.py:use", "--format", "json", *options, folder=project, environment=environment)
    assert finished.stdout, finished.stderr
    return finished.json()


def test_a_library_is_not_followed_by_default_and_nothing_is_claimed(pef: Run, project: Path):
    report = explored(pef, project)
    assert report["verdict"] == "unknown"
    assert "concretised" in {reason["kind"] for reason in report["reasons"]}


@pytest.mark.parametrize("name", ["library", "library.inner", "other,library"])
def test_a_library_is_followed_on_request(pef: Run, project: Path, name: str):
    report = explored(pef, project, "--follow", name)
    assert report["verdict"] == "refuted"
    raised = [path["exception"] for path in report["paths"] if path["exception"]]
    # The project is told where it happened to the project.
    assert {(error["type"], error["where"]) for error in raised} == {("ZeroDivisionError", "user.py:4")}


def test_what_is_followed_can_be_said_in_the_project_file(pef: Run, project: Path):
    (project / "pyproject.toml").write_text('[tool.pef]\nfollow = ["library"]\n')
    assert explored(pef, project)["verdict"] == "refuted"


def test_modules_of_the_standard_library_that_are_python_are_followed(pef: Run, tmp_path: Path):
    write(
        tmp_path,
        {"user.py": "import colorsys\n\ndef use(red: float):\n    return colorsys.rgb_to_hls(red, 1.0, 1.0)\n"},
    )
    finished = pef("explore", "user.py:use", "--format", "json", "--assume", "0 <= red <= 1", folder=tmp_path)
    assert len(finished.json()["paths"]) > 1
    assert not [reason for reason in finished.json()["reasons"] if reason["kind"] == "concretised"]


def test_what_is_computed_with_fractions_is_found(pef: Run, tmp_path: Path):
    source = "from fractions import Fraction\n\nHALF = Fraction(1, 2)\n\n"
    source += "def use(n: int):\n    return n // (n - 8) if Fraction(n, 16) == HALF else n\n"
    write(tmp_path, {"user.py": source})
    finished = pef("explore", "user.py:use", "--format", "json", "--time", "30", folder=tmp_path)
    raised = [path["call"] for path in finished.json()["paths"] if path["outcome"] == "raised"]
    assert raised == ["use(8)"]


def test_a_name_that_is_none_is_refused(pef: Run, project: Path):
    finished = pef("explore", "user.py:use", "--follow", "a b", folder=project)
    assert finished.status == 2
    assert finished.stderr == "pef: follow: 'a b' is not the name of a module\n"


# Its second import finds the class of the first one in `logging`, whose metaclass is another by then.
ONCE_ONLY = """
import logging

class Meta(type):
    pass

class Logger(logging.getLoggerClass(), metaclass=Meta):
    pass

logging.setLoggerClass(Logger)

def halves(number):
    return number // 2
"""
USER_OF_IT = "import once\n\ndef use(number: int):\n    return 1 // (number - 7) + once.halves(4)\n"


def test_a_module_that_can_be_imported_only_once_is_shared(pef: Run, tmp_path: Path):
    write(tmp_path, {"pyproject.toml": "", "user.py": USER_OF_IT, "once.py": ONCE_ONLY})
    finished = pef("explore", "user.py:use", "--format", "json", folder=tmp_path)
    report = finished.json()
    assert report["verdict"] == "refuted", finished.stderr
    assert "use(7)" in [path["call"] for path in report["paths"]]
