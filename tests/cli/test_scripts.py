"""The library used by a script on its own functions: decorators and contracts count as they do in a module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DEFINITIONS = '''
import functools
import pef


def at_five(function):
    @functools.wraps(function)
    def wrapper(x):
        return [][0] if x == 5 else function(x)

    return wrapper


@at_five
def decorated(x: int):
    return x


def half(number: int):
    """
    :assume: number % 2 == 0
    """
    return number // 2


def caller(number: int):
    return half(number)


class Counter:
    """
    :invariant: self.number >= 0
    """

    def __init__(self):
        self.number = 0

    def lower(self):
        self.number -= 1


def lower():
    Counter().lower()


def right(number: int):
    """
    :ensure: returnv == number
    """
    return half(2 * number)


def make():
    def inner():
        return lower()

    @at_five
    def wrapped(x: int):
        return x

    return inner, wrapped


NAMES = (decorated, caller, lower, right)
print("imported")
'''
LOOP = """
for function in NAMES:
    print(function.__name__, pef.check(function).verdict.value)
"""
EXPECTED = ["imported", "decorated refuted", "caller refuted", "lower refuted", "right verified"]


def run(folder: Path, source: str) -> list[str]:
    (folder / "script.py").write_text(source, encoding="utf-8")
    finished = subprocess.run(
        [sys.executable, folder / "script.py"], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


@pytest.mark.parametrize("guard", ["", 'if __name__ == "__main__":\n'], ids=["at once", "if it is run"])
def test_a_script_explores_its_own_functions(guard: str, tmp_path: Path) -> None:
    loop = LOOP.replace("\n", "\n    ") if guard else LOOP
    assert run(tmp_path, f"{DEFINITIONS}\n{guard}{loop}") == EXPECTED


def test_what_no_import_reaches_is_never_verified_without_its_decorators_and_callees(tmp_path: Path) -> None:
    source = f"""{DEFINITIONS}
inner, wrapped = make()
print(pef.check(inner).verdict.value)
try:
    pef.check(wrapped)
except pef.RequestError as error:
    print(error)
"""
    _, verdict, refused = run(tmp_path, source)
    assert verdict == "unknown"
    assert "is decorated, and no import leads to it" in refused


def test_the_module_of_a_closure_stays_imported(tmp_path: Path) -> None:
    (tmp_path / "closures.py").write_text(
        "def make(k):\n    def inner(x: int):\n        return x + k\n\n    return inner\n\n\n"
        "def top(x: int):\n    return x\n"
    )
    source = """
import closures, pef
print(pef.check(closures.make(1)).verdict.value, pef.check(closures.top).verdict.value)
"""
    assert run(tmp_path, source) == ["verified verified"]


CHANGED = """
import pef

LIMIT = 5
TABLE = []
HANDLERS = []


class Handler:
    def __init__(self, refused):
        self.refused = refused


def by_limit(x: int) -> int:
    assert x != LIMIT
    return x


def by_table(x: int) -> int:
    assert x not in TABLE
    return x


def by_handlers(x: int) -> int:
    for handler in HANDLERS:
        assert x != handler.refused
    return x


def helper(x: int) -> int:
    return 1


def by_helper(x: int) -> int:
    return 1 // helper(x)


def show(*functions):
    for function in functions:
        report = pef.check(function)
        print(function.__name__, [path.call for path in report.findings], [reason.detail for reason in report.reasons])


if __name__ == "__main__":
    show(by_limit, by_table, by_handlers, by_helper)
    LIMIT = 77
    TABLE.append(3)
    HANDLERS.append(Handler(4))
    show(by_limit, by_table, by_handlers, by_helper)
    LIMIT = 78
    helper = max
    show(by_limit, by_helper)
"""


@pytest.mark.parametrize("is_linked", [False, True], ids=["by its name", "by a link"])
def test_what_a_script_changed_counts(is_linked: bool, tmp_path: Path) -> None:
    folder = tmp_path / "script"
    folder.mkdir()
    if is_linked:
        (tmp_path / "linked").symlink_to(folder)
        folder = tmp_path / "linked"
    shown = run(folder, CHANGED)
    assert shown[:8] == [
        "by_limit ['by_limit(5)'] []",
        "by_table [] []",
        "by_handlers [] []",
        "by_helper [] []",
        "by_limit ['by_limit(77)'] []",
        "by_table ['by_table(3)'] []",
        "by_handlers ['by_handlers(4)'] []",
        "by_helper [] []",
    ]
    assert shown[8] == "by_limit ['by_limit(78)'] []"
    assert "__main__.helper is not what its module makes it, which is not followed" in shown[9]
