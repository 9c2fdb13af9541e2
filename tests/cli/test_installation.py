"""A broken installation is said in one line that names what was found and what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import clean_environment

OTHER_Z3 = """
import sys, types
engine = types.ModuleType("pef._engine")
engine.z3_version = lambda: "4.8.12.0"
sys.modules["pef._engine"] = engine
"""

NO_Z3 = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == "pef._engine":
            raise ImportError("libz3.so.5.4: cannot open shared object file")
sys.meta_path.insert(0, Blocked())
"""

NO_ENGINE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == "pef._engine":
            raise ModuleNotFoundError("No module named 'pef._engine'", name="pef._engine")
sys.meta_path.insert(0, Blocked())
"""

BROKEN = {
    "another Z3": (OTHER_Z3, ["needs Z3 5.4", "4.8.12.0", "z3-solver==5.4.*"]),
    "no libz3": (NO_Z3, ["needs Z3 5.4", "z3-solver 5.4", "z3-solver==5.4.*"]),
    "no engine": (NO_ENGINE, ["no engine for CPython", "reinstall"]),
}


def run(code: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**clean_environment(), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("name", BROKEN)
def test_the_library_raises(tmp_path: Path, name: str) -> None:
    setup, expected = BROKEN[name]
    finished = run(f"{setup}\nimport pef", tmp_path)
    last = finished.stderr.rstrip("\n").rsplit("\n", 1)[-1]
    assert last.startswith("pef.errors.InstallationError: ")
    assert all(text in last for text in expected), last


COMMANDS = [
    ["--version"],
    ["explore", "program.py:function"],
    ["explore", "program.py:function", "--workers", "2"],
    ["check", "program.py"],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", BROKEN)
def test_the_command_says_it_in_one_line(tmp_path: Path, name: str, arguments: list[str]) -> None:
    setup, expected = BROKEN[name]
    # It is broken for all processes.
    (tmp_path / "sitecustomize.py").write_text(setup)
    (tmp_path / "program.py").write_text("def function(x: int) -> int:\n    return x\n")
    finished = run(
        f"import sys\nsys.argv = {['/usr/bin/pef', *arguments]}\nfrom pef.cli import command\ncommand()",
        tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    assert finished.returncode == 2, finished.stderr
    assert finished.stderr.startswith("pef: ")
    assert finished.stderr.count("\n") == 1
    assert all(text in finished.stderr for text in expected), finished.stderr


def test_importing_the_package_does_not_load_what_it_may_not_need(tmp_path: Path) -> None:
    """The command passes through here on every start."""
    finished = run("import sys, pef; print(sorted(set(sys.modules) & {'dataclasses', 'inspect', 'z3'}))", tmp_path)
    assert finished.stdout == "[]\n"
