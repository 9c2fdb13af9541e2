"""A wrong type for a parameter that declares none is no error, unless something shows that it is passed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from pef.analysis import observed_calls
from pef.judging import exceptions

SOURCE = '''
def name_of(thing):
    return thing.name


def total(numbers, start=0):
    """Add up.

    >>> total([1, 2])
    3
    >>> total("ab", start=None)
    """
    return sum(numbers, start)


def double(value, *rest):
    return value + 1


double("a", *[1])
double(value="b")
double(name_of(3))
double([1])
'''


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory):
    file: Path = tmp_path_factory.mktemp("guessed") / "guessed_program.py"
    file.write_text(SOURCE.split('double("a"')[0], encoding="utf-8")
    spec = importlib.util.spec_from_file_location("guessed_program", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # The calls stand in the file, and would fail if they were run.
    file.write_text(SOURCE, encoding="utf-8")
    return module, str(file)


def raised_by(function, *arguments) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        function(*arguments)
    return caught.value


def test_evidence_is_read_from_defaults_doctests_and_calls(program) -> None:
    module, file = program
    assert observed_calls.types_passed(module.total, file) == {"numbers": {list, str}, "start": {int, type(None)}}
    assert observed_calls.types_passed(module.double, file) == {"value": {str, list}}
    assert observed_calls.types_passed(module.name_of, file) == {"thing": {int}}


@pytest.mark.parametrize(
    ("name", "value", "is_wrong"),
    [
        ("name_of", 3, False),
        ("name_of", "text", True),
        ("double", "text", False),
        ("double", None, True),
        ("double", [1], False),
        ("double", {}, True),
    ],
)
def test_only_types_without_evidence_are_wrong_guesses(program, name: str, value: object, is_wrong: bool) -> None:
    module, file = program
    function = getattr(module, name)
    parameter = "thing" if name == "name_of" else "value"
    error = raised_by(function, value)
    passed = observed_calls.calls_made(function, file)
    assert exceptions.is_wrong_guess(error, {parameter: value}, passed) == is_wrong
    # Where the parameter declares its type, nothing was guessed.
    assert not exceptions.is_wrong_guess(error, {}, passed)


def test_other_exceptions_are_no_guesses() -> None:
    error = raised_by(lambda: [][0])
    assert not exceptions.is_wrong_guess(error, {"value": []}, [])
    error = raised_by(lambda: None.name)  # type: ignore[attr-defined]
    assert not exceptions.is_wrong_guess(error, {"value": 3}, [])


def clipped(text, end):
    begin = end
    return text[begin:]


def formatted(value):
    return "%s %s" % value  # noqa: UP031 (it is about this operator)


def from_library(pattern):
    return re.escape(pattern)


def of_nothing(end):
    nothing = None
    return "abc".startswith(nothing, end)


def two_for_one(value):
    return len(value, value)


def not_its_operand(value):
    other = [value]
    return "abc"[other:]


@pytest.mark.parametrize(
    ("function", "arguments", "is_wrong"),
    [
        (clipped, {"text": [], "end": ""}, True),
        (formatted, {"value": 0}, True),
        (from_library, {"pattern": 1.5}, True),
        (of_nothing, {"end": 0}, False),
        (two_for_one, {"value": "a"}, False),
        (not_its_operand, {"value": "a"}, False),
    ],
)
def test_what_the_operation_was_given_tells_a_wrong_guess_that_its_message_does_not_name(
    function, arguments: dict[str, object], is_wrong: bool
) -> None:
    error = raised_by(function, *arguments.values())
    assert exceptions.is_wrong_guess(error, arguments, [], (), __file__.__eq__) == is_wrong
    assert not exceptions.is_wrong_guess(error, arguments, [arguments], (), __file__.__eq__)
