"""Each bad request gets one clear line on standard error, status 2, and nothing on standard output."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .conftest import PROGRAMS, Run

BANK = str(PROGRAMS / "bank.py")

ARGUMENTS = {
    "no command": ([], "name a command"),
    "unknown command": (["frobnicate"], "frobnicate"),
    "no target": (["explore"], "TARGET"),
    "unknown option": (["explore", f"{BANK}:sign", "--frobnicate"], "unknown option --frobnicate"),
    "misspelt option": (["explore", f"{BANK}:sign", "--depht", "3"], "did you mean --depth"),
    "abbreviated option": (["explore", f"{BANK}:sign", "--dep", "3"], "unknown option --dep"),
    "two targets": (["explore", f"{BANK}:sign", f"{BANK}:sign"], "unexpected argument"),
    "option without value": (["explore", f"{BANK}:sign", "--depth"], "--depth"),
    "negative depth": (["explore", f"{BANK}:sign", "--depth", "-1"], "depth must be at least 0, not -1"),
    "negative depth, short": (["explore", f"{BANK}:sign", "-d-1"], "depth must be at least 0"),
    "depth not a number": (["explore", f"{BANK}:sign", "--depth", "deep"], "--depth must be a whole number"),
    "fractional depth": (["explore", f"{BANK}:sign", "--depth", "1.5"], "--depth must be a whole number"),
    "enormous depth": (["explore", f"{BANK}:sign", "--depth", "9" * 40], "depth must be at most"),
    "no paths": (["explore", f"{BANK}:sign", "--paths", "0"], "paths must be at least 1"),
    "no time": (["explore", f"{BANK}:sign", "--time", "0"], "time must be more than 0"),
    "time not a number": (["explore", f"{BANK}:sign", "--time", "nan"], "time must be more than 0"),
    "unknown strategy": (["explore", f"{BANK}:sign", "--strategy", "luck"], "unknown strategy 'luck'"),
    "unknown format": (["explore", f"{BANK}:sign", "--format", "xml"], "unknown format 'xml'"),
    "no such file": (["explore", "missing.py:f"], "no such file: missing.py"),
    "misspelt file": (["explore", str(PROGRAMS / "bnak.py") + ":sign"], "did you mean bank.py"),
    "a folder": (["explore", f"{PROGRAMS}:f"], "is a folder"),
    "a folder alone": (["explore", str(PROGRAMS)], "is a folder"),
    "a device": (["explore", "/dev/null:f"], "not a regular file"),
    "no function named": (["explore", BANK], "withdraw, sign, share"),
    "empty target": (["explore", ""], "bad target"),
    "only a colon": (["explore", ":"], "bad target"),
    "no function after the colon": (["explore", f"{BANK}:"], "bad target"),
    "not a name": (["explore", f"{BANK}:1+1"], "not a function name"),
    "neither file nor module": (["explore", "what is this:f"], "neither a .py file nor a module"),
    "an odd file name": (["explore", "a\u2028b.py:f"], "no such file"),
    "no such function": (["explore", f"{BANK}:withdrew"], "withdraw"),
    "no such method": (["explore", f"{BANK}:Account.fees"], "fee"),
    "no such module": (["explore", "no.such.module:f"], "no"),
    "unknown type": (["explore", f"{BANK}:sign", "--types", "number: itn"], "itn"),
    "unknown parameter": (["explore", f"{BANK}:sign", "--types", "numbre: int"], "numbre"),
    "types that do not parse": (["explore", f"{BANK}:sign", "--types", "number int"], ""),
    "assumption that does not parse": (["explore", f"{BANK}:sign", "--assume", "number >"], ""),
    "unknown name in an assumption": (["explore", f"{BANK}:sign", "--assume", "numbre > 0"], "numbre"),
    "output in no folder": (["explore", f"{BANK}:sign", "--output", "no/such/folder/x"], "cannot write"),
    "output is a folder": (["explore", f"{BANK}:sign", "--output", "."], "cannot write"),
}

SOURCES = {
    "a syntax error": ("def f(x: int):\n    return (\n", r"target\.py:2"),
    "bad indentation": ("def f(x: int):\nreturn x\n", r"target\.py:2"),
    "a null byte": ("def f(x: int):\n    return x\0\n", r"target\.py"),
    "raises on import": ("import nothing_like_this\ndef f(x: int): return x\n", "nothing_like_this"),
    "raises its own": ("raise ValueError('two\\nlines')\ndef f(x: int): return x\n", "ValueError: two lines"),
    "leaves on import": ("import sys\nsys.exit(0)\ndef f(x: int): return x\n", "SystemExit"),
    "dies on import": ("import os\nos._exit(0)\ndef f(x: int): return x\n", "ended the process"),
    "unknown type in the docstring": ('def f(x):\n    """\n    :types: x: itn\n    """\n', "itn"),
    "unknown parameter in the docstring": ('def f(x):\n    """\n    :types: y: int\n    """\n', "y"),
    "not a function": ("f = 3\n", "f"),
}

CONFIGURATIONS = {
    "unknown key": ("[tool.pef]\ndepht = 3\n", "depth"),
    "wrong type": ('[tool.pef]\ndepth = "deep"\n', "depth"),
    "bad value": ("[tool.pef]\ndepth = -3\n", "depth must be at least 0"),
    "no TOML": ("[tool.pef\n", "pyproject.toml"),
    "no table": ("[tool]\npef = 3\n", "table"),
}


def assert_refused(pef: Run, arguments: list[str], expected: str, folder: Path) -> None:
    finished = pef(*arguments, folder=folder)
    assert finished.status == 2, finished
    assert finished.stdout == ""
    assert finished.stderr.startswith("pef: ")
    assert finished.stderr.count("\n") == 1, finished.stderr
    assert re.search(expected, finished.stderr), finished.stderr


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments(pef: Run, tmp_path: Path, name: str) -> None:
    arguments, expected = ARGUMENTS[name]
    assert_refused(pef, arguments, re.escape(expected), tmp_path)


@pytest.mark.parametrize("name", SOURCES)
def test_sources(pef: Run, tmp_path: Path, name: str) -> None:
    source, expected = SOURCES[name]
    (tmp_path / "target.py").write_text(source)
    assert_refused(pef, ["explore", "target.py:f"], expected, tmp_path)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configurations(pef: Run, tmp_path: Path, name: str) -> None:
    configuration, expected = CONFIGURATIONS[name]
    (tmp_path / "pyproject.toml").write_text(configuration)
    (tmp_path / "target.py").write_text("def f(x: int): return x\n")
    assert_refused(pef, ["explore", "target.py:f"], expected, tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_a_file_that_cannot_be_read(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "target.py").write_text("def f(x: int): return x\n")
    (tmp_path / "target.py").chmod(0)
    assert_refused(pef, ["explore", "target.py:f"], "cannot read", tmp_path)


def test_a_source_that_is_not_utf8(pef: Run, tmp_path: Path) -> None:
    (tmp_path / "target.py").write_bytes(b"def f(x: int): return '\xff'\n")
    assert_refused(pef, ["explore", "target.py:f"], "target", tmp_path)
