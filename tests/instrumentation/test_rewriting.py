"""The rewriting against CPython itself, on this interpreter: a quick part of what the two scripts beside this do."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

QUICK = [
    "test_class",
    "test_comprehensions",
    "test_coroutines",
    "test_dataclasses",
    "test_decorators",
    "test_exceptions",
    "test_fstring",
    "test_generators",
    "test_grammar",
    "test_heapq",
    "test_named_expressions",
    "test_patma",
    "test_scope",
    "test_shlex",
    "test_super",
    "test_textwrap",
    "test_unpack_ex",
    "test_with",
]


def run(script, *arguments):
    """Runs a script of this folder; its last line tells what it did."""
    done = subprocess.run([sys.executable, str(HERE / script), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("options", [[], ["--fstrings"]])
def test_the_standard_library_compiles_to_the_same_code(options):
    assert run("check_standard_library.py", "--without-tests", "--every", "4", *options).endswith(", 0 differences")


@pytest.mark.skipif(importlib.util.find_spec("test.test_grammar") is None, reason="no regression tests installed")
def test_the_regression_tests_of_the_language_come_out_the_same():
    assert run("compare_results.py", "--fstrings", *QUICK).endswith(", 0 unexpected")
