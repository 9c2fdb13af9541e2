"""What is wrong with a contract is said in one line that names the file, the line and the text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).parent / "pef"

BAD = {
    "a syntax error": (":ensure: returnv >", "Expected an expression", "returnv >"),
    "an unknown name": (":ensure: returnv > nubmer", "unknown name 'nubmer'; did you mean number?", "nubmer"),
    "the result before the call": (":assume: returnv > 0", "'returnv' is the result", "returnv > 0"),
    "an unknown type": (":types: number: itn", "unknown type 'itn'", "number: itn"),
    "an unknown parameter": (":types: nubmer: int", "has no parameter 'nubmer'", "nubmer"),
    "an unknown exception": (":raises: ValueEror: number == 0", "unknown exception 'ValueEror'", "ValueEror"),
    "an assignment": (":ensure: (number := 1) == 1", "side effects", "number := 1"),
    "a method that changes": (":ensure: [number].pop() == 1", "side effects", ".pop()"),
    "a function that acts": (":ensure: print(number) is None", "side effects", "print(number)"),
    "an expression that raises": (":ensure: 1 // number > 0 or True", "ZeroDivisionError", "1 // number"),
    "an assumption that raises": (":assume: 1 // number >= -1", "ZeroDivisionError", "1 // number"),
    "an exit": (":assume: __import__('sys').exit(3)", "SystemExit", "exit(3)"),
    "a truth that raises": (":ensure: type('T', (), {'__bool__': lambda self: 1 // 0})()", "ZeroDiv", "__bool__"),
    "a tuple": ("post: _ == number, True", "always true", "_ == number, True"),
    "PEP 316 that ends early": ("post: _ !=", "Expected an expression", "_ !="),
    "PEP 316 with an assignment": ("post: _ = 72", "", "_ = 72"),
    "a PEP 316 precondition": ("pre: 1 +", "Expected an expression", "1 +"),
    "PEP 316 exceptions": ("raises: 3+", "names of exceptions", "3+"),
    "a PEP 316 header": ("post[x: True", "post[names]", "post[x: True"),
    "a misspelt PEP 316 word": ("post: nubmer", "did you mean number?", "nubmer"),
    "the result in the other dialect": ("post: returnv > 0", "the result is __return__ or _", "returnv > 0"),
    "an invariant of a function": (":invariant: number > 0", "docstring of a class", "number > 0"),
    "a global that there is not": (":globals: nubmers: int", "there is no nubmers", "nubmers"),
    "a type that is given twice": (":types: number: int, number: int", "given twice", "number: int"),
}


def run(folder: Path, source: str, *options: str) -> tuple[int, str]:
    (folder / "bad.py").write_text(source, encoding="utf-8")
    finished = subprocess.run(
        [COMMAND, "explore", "bad.py:f", *options], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    return finished.returncode, finished.stderr


@pytest.mark.parametrize("clause", BAD, ids=str)
def test_a_bad_contract_is_a_bad_request(clause: str, tmp_path: Path) -> None:
    text, reason, quoted = BAD[clause]
    status, errors = run(tmp_path, f'def f(number: int):\n    """Do it.\n\n    {text}\n    """\n    return number\n')
    assert status == 2, errors
    assert errors.count("\n") == 1
    assert "bad.py:4" in errors
    assert reason in errors
    assert quoted in errors


def test_a_parameter_called_as_the_result(tmp_path: Path) -> None:
    status, errors = run(tmp_path, 'def f(returnv: int):\n    """:ensure: returnv > 0"""\n    return returnv\n')
    assert status == 2
    assert "bad.py:2" in errors
    assert "cannot be the name of a parameter" in errors


def test_a_function_with_side_effects_in_a_contract(tmp_path: Path) -> None:
    source = (
        "def shorten(items):\n    items.clear()\n    return True\n\n\n"
        'def f(items: list[int]):\n    """:ensure: shorten(items)"""\n    return items\n'
    )
    status, errors = run(tmp_path, source)
    assert status == 2
    assert "side effects" in errors
    assert "changes 'items'" in errors


HELPERS = """
calls = []


def note(value):
    calls.append(value)
    return True


def order(items):
    items.sort()
    return True


def swap(value):
    global calls
    calls = [value]
    return True


class Box:
    def __init__(self, count: int):
        self.count = count
        self.items = [2, 1]

    def reset(self):
        self.count = 0
        return True

    def shrink(self):
        self.items.clear()
        return True

    def __bool__(self):
        return self.shrink()


def tell(value):
    print(value)
    return True
"""


@pytest.mark.parametrize(
    ("clause", "changed"),
    [
        (":assume: order(items)", "'items'"),
        (":assume: note(1)", "'calls'"),
        (":ensure: swap(1)", "'calls'"),
        (":ensure: box.shrink()", "'box'"),
        (":ensure: box", "'box'"),
        (":assume: box.reset()", "'box'"),
        (":raises: ValueError: note(1)", "'calls'"),
        (":assume: tell(1)", "prints"),
    ],
)
def test_what_a_contract_changes(clause: str, changed: str, tmp_path: Path) -> None:
    source = f'{HELPERS}\n\ndef f(items: list[int], box: Box):\n    """{clause}"""\n    raise ValueError\n'
    if "ensure" in clause:
        source = source.replace("    raise ValueError\n", "    return 1\n")
    status, errors = run(tmp_path, source)
    assert status == 2, errors
    assert "side effects" in errors
    assert changed in errors


def test_an_invariant_that_changes_its_object(tmp_path: Path) -> None:
    source = (
        'class C:\n    """\n    :invariant: self.step()\n    """\n    def __init__(self):\n        self.n = 0\n'
        "    def step(self):\n        self.n += 1\n        return self.n < 3\n\n\ndef f():\n    C()\n"
    )
    status, errors = run(tmp_path, source)
    assert status == 2, errors
    assert "side effects" in errors


def test_a_clause_of_a_function_in_the_docstring_of_its_class(tmp_path: Path) -> None:
    source = (
        'class C:\n    """\n    :assume: self.n > 0\n    """\n    def __init__(self):\n        self.n = 0\n\n\n'
        "def f():\n    C()\n"
    )
    status, errors = run(tmp_path, source)
    assert status == 2, errors
    assert "bad.py:3" in errors
    assert "docstring of a class" in errors


def test_an_assumption_from_outside_is_named_by_its_option(tmp_path: Path) -> None:
    status, errors = run(tmp_path, "def f(number: int):\n    return number\n", "--assume", "nubmer > 0")
    assert status == 2
    assert errors.startswith("pef: --assume: ")
    assert "did you mean number?" in errors


def test_an_assumption_that_nothing_satisfies(tmp_path: Path) -> None:
    source = 'def f(number: int):\n    """\n    :assume: number > 3, number < 2\n    """\n    return number\n'
    status, errors = run(tmp_path, source)
    assert status == 2
    assert errors == "pef: bad.py:3: no input satisfies the assumption 'number < 2'\n"
