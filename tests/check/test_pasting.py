"""Every call that is reported can be pasted: it is an expression, and raises in a fresh interpreter what is said."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .conftest import Project, Run, findings_of

_PROGRAM = """
import json
from collections.abc import Callable

class Thing:
    class Inner:
        pass
    def __init__(self, n: int) -> None:
        self.n = n

def class_given(f: Callable[[object, type], int], x: int) -> None:
    assert f(x, str) != 5

def own_class_given(f: Callable[[type, type], int]) -> None:
    assert f(Thing, Thing.Inner) != 5

def functions_given(f: Callable[..., int], x: int) -> None:
    if f(len, json.dumps, x=print) == 3:
        assert x != 7

def module_given(f: Callable[[object], int]) -> None:
    assert f(json) != 4

def object_given(f: Callable[[Thing], int], n: int) -> None:
    if f(Thing(n)) == 4:
        assert n != 9

def lambda_given(f: Callable[[object], int]) -> None:
    assert f(lambda: 3) != 4

def lambda_by_name(f: Callable[..., int], n: int) -> None:
    if f(n, key=lambda: 3) == 4:
        assert n != 9

def several_given(f: Callable[[object, int], int]) -> None:
    assert f([str, len], 1) + f((int, [None]), 2) != 9

def class_itself(kind: type[int] | type[str] | type[Thing], x: int) -> None:
    assert kind is int or x != 5
"""


@pytest.mark.parametrize("shadow", ["", "\nstr_ = str\nlen = len\n"])
def test_calls_with_functions_and_classes(pef: Run, project: Project, shadow: str) -> None:
    folder = project(module=_PROGRAM + shadow)
    finished = pef("check", "module.py", "--time", "30", "--no-cache", "--format", "json", folder=folder)
    found = findings_of(finished)
    expected = {line.split("(")[0].removeprefix("def ") for line in _PROGRAM.split("\n") if line.startswith("def ")}
    assert {finding["target"].partition(":")[2] for finding in found} == expected
    for finding in found:
        compile(finding["call"], "<call>", "eval")
        program = f"import module\ntry:\n    eval({finding['call']!r}, vars(module))\nexcept AssertionError:\n    print('as said')"
        run = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
        assert run.stdout == "as said\n", (finding["call"], run.stderr)
