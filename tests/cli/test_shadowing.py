"""Files of the program that are called like modules of Python are the program's, and not what PEF itself imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

DOCTEST = 'def f(x, y):\n    """\n    >>> f(1, "a")\n    1\n    """\n    return 10 // (x - 7)\n'
COROUTINE = "async def f(x: int) -> int:\n    return 10 // (x - 7)\n"
# All that is loaded late: by the tests of documentation, by coroutines, and by reports of failures.
MODULES = [
    "signal",
    "traceback",
    "textwrap",
    "subprocess",
    "selectors",
    "threading",
    "weakref",
    "doctest",
    "string",
    "asyncio",
]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("text", [DOCTEST, COROUTINE], ids=["doctest", "coroutine"])
def test_explore(pef: Run, tmp_path: Path, module: str, text: str) -> None:
    (tmp_path / "program.py").write_text(text)
    (tmp_path / f"{module}.py").write_text("raise ValueError('not what was meant')\n")
    finished = pef("explore", "program.py:f", "--quiet")
    assert "refuted" in finished.stdout, finished.stderr
    assert finished.status == 1


@pytest.mark.parametrize("module", ["signal", "weakref", "subprocess"])
def test_what_check_confirms(pef: Run, tmp_path: Path, module: str) -> None:
    (tmp_path / "program.py").write_text(COROUTINE)
    (tmp_path / f"{module}.py").write_text("raise ValueError('not what was meant')\n")
    finished = pef("check", "program.py", "--no-cache")
    assert "1 refuted" in finished.stdout, finished.stdout + finished.stderr


def test_a_misspelt_function(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(COROUTINE + "def total(): ...\n")
    (tmp_path / "difflib.py").write_text("raise ValueError('not what was meant')\n")
    finished = pef("explore", "program.py:totl")
    assert finished.status == 2
    assert "did you mean total?" in finished.stderr
