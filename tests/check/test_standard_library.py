"""The standard library's own modules: PEF does not fall over, and every finding happens again in another process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from .conftest import Run, findings_of

MODULES = [
    "textwrap",
    "shlex",
    "statistics",
    "colorsys",
    "fractions",
    "difflib",
    "ipaddress",
    "urllib.parse",
    "configparser",
    "string",
    "heapq",
    "bisect",
    "calendar",
]
SECONDS = os.environ.get("PEF_LIBRARY_SECONDS", "2")

REPRODUCE = """
import importlib, sys
module = importlib.import_module(sys.argv[1])
try:
    eval(sys.argv[2], {**vars(module)})
except BaseException as error:
    print(type(error).__qualname__)
"""


@pytest.mark.parametrize("module", MODULES)
def test_a_module_of_the_library(pef: Run, module: str) -> None:
    finished = pef("check", module, "--time", SECONDS, "--no-cache", "--format", "json")
    assert finished.status in (0, 1, 5), finished.stderr
    assert "defect" not in finished.stderr
    for finding in findings_of(finished):
        if finding["type"] is None:
            continue
        again = subprocess.run(
            [sys.executable, "-c", REPRODUCE, module, finding["call"]],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert again.stdout.strip().split("\n")[-1] == finding["type"], (finding["call"], again)


def test_methods_of_the_library_are_run_where_it_is_what_is_checked(pef: Run) -> None:
    finished = pef("check", "shlex", "--time", "10", "--no-cache", "--format", "json")
    document = finished.json()
    assert document["summary"]["not_runnable"] == 0
    methods = [function for function in document["functions"] if "shlex:shlex." in function["target"]]
    assert sum(function["stats"]["paths"] > 0 for function in methods) >= 5, methods
