"""Predicates and comparisons of texts are one decision, whatever the length: two paths, and nothing left open."""

from __future__ import annotations

import functools
import importlib.util
import sys

import pytest

import pef

ONE_TEXT = {
    "isalnum": "a",
    "isalpha": "a",
    "isascii": "",
    "isdecimal": "0",
    "isdigit": "0",
    "isidentifier": "a",
    "islower": "a",
    "isnumeric": "0",
    "isprintable": "",
    "isspace": " ",
    "isupper": "A",
}


def _load(folder, condition: str, kind: str, *names: str):
    """A function that returns whether a condition on its parameters holds, by a branch."""
    parameters = ", ".join(f"{name}: {kind}" for name in names)
    file = folder / "program.py"
    file.write_text(f"def holds({parameters}) -> bool:\n    if {condition}:\n        return True\n    return False\n")
    spec = importlib.util.spec_from_file_location("program", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["program"] = module
    spec.loader.exec_module(module)
    return module.holds


@pytest.fixture
def load(tmp_path):
    yield functools.partial(_load, tmp_path)
    sys.modules.pop("program", None)


def _check(function, expected_paths=2):
    report = pef.check(function)
    assert report.verdict.value == "verified", report.reasons
    assert report.stats["paths"] == expected_paths


@pytest.mark.parametrize("name", ONE_TEXT)
def test_predicates_of_strings(load, name):
    found = {path.result: path.args[0] for path in pef.explore(load(f"s.{name}()", "str", "s"))}
    assert sorted(found) == [False, True]
    assert all(getattr(text, name)() is result for result, text in found.items())
    assert found[True] == ONE_TEXT[name]


@pytest.mark.parametrize("name", ["isalnum", "isalpha", "isascii", "isdigit", "islower", "isspace", "isupper"])
def test_predicates_of_bytes(load, name):
    _check(load(f"s.{name}()", "bytes", "s"))


@pytest.mark.parametrize("kind", ["str", "bytes"])
@pytest.mark.parametrize(
    "condition", ["a == b", "a != b", "a < b", "a <= b", "a in b", "a.startswith(b)", "a.endswith(b)"]
)
def test_relations_of_two_open_texts(load, condition, kind):
    _check(load(condition, kind, "a", "b"))


@pytest.mark.parametrize(
    "condition",
    [
        "s == 'word'",
        "s < 'word'",
        "s >= 'word'",
        "'word' in s",
        "s in 'word'",
        "s.endswith('.py')",
        "'word'.endswith(s)",
    ],
)
def test_relations_with_a_constant(load, condition):
    _check(load(condition, "str", "s"))


def test_order_is_transitive(load):
    _check(load("a < b and b < c and c < a", "str", "a", "b", "c"), expected_paths=3)


def test_predicates_that_exclude_each_other(load):
    _check(load("s.isalpha() and s.isdigit()", "str", "s"))


def test_a_length_beyond_any_default_is_found():
    paths = list(pef.explore(_long_numeral))
    assert [len(path.args[0]) for path in paths if path.exception] == [31]


def _long_numeral(text: str) -> None:
    if text.isdigit() and len(text) > 30:
        raise ValueError(text)


def test_conditions_read_as_they_are_written():
    conditions = [path.condition for path in pef.explore(_file_name)]
    assert ["name.endswith('.txt')", "'secret' in name", "name.isascii()"] in conditions
    assert ["name.endswith('.txt')", "'secret' not in name"] in conditions


def _file_name(name: str) -> int:
    if name.endswith(".txt"):
        if "secret" in name:
            return 1 if name.isascii() else 2
        return 3
    return 4


def test_what_follows_still_decides():
    # A digit that is no decimal, which `int` refuses.
    found = next(path for path in pef.explore(_number) if path.is_finding)
    assert found.args[0].isdigit()
    with pytest.raises(ValueError, match="invalid literal"):
        int(found.args[0])


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
