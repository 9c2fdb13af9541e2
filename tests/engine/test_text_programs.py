"""Programs about text, each with a seeded fault that must be found and a repaired version without a finding."""

from __future__ import annotations

import importlib
import time

import pytest

import pef

# Module, function, and what the fault raises.
PROGRAMS = [
    ("settings_text", "level", ZeroDivisionError),
    ("dates", "is_valid", AssertionError),
    ("clock_times", "minutes", AttributeError),
    ("addresses", "number", ValueError),
    ("brackets", "is_balanced", IndexError),
    ("run_lengths", "round_trip", AssertionError),
    ("anagrams", "same_letters", AssertionError),
    ("roman", "value", IndexError),
]
# What the machine is given; the fault is found in about a second on an idle one.
SECONDS = 30
REPAIRED_SECONDS = 3


def _function(module: str, name: str):
    return getattr(importlib.import_module(f"tests.programs.builtins.{module}"), name)


@pytest.mark.parametrize(("module", "name", "error"), PROGRAMS, ids=[program[0] for program in PROGRAMS])
def test_fault_is_found(module, name, error):
    function = _function(module, f"{name}_faulty")
    for path in pef.explore(function, depth=60, time=SECONDS, strategy="coverage"):
        if path.is_finding:
            assert type(path.exception) is error
            with pytest.raises(error):
                function(*path.args)
            return
    pytest.fail("the fault was not found")


@pytest.mark.parametrize(("module", "name", "error"), PROGRAMS, ids=[program[0] for program in PROGRAMS])
def test_repaired_version_has_no_finding(module, name, error):
    report = pef.check(_function(module, f"{name}_repaired"), depth=60, time=REPAIRED_SECONDS, strategy="coverage")
    assert report.findings == []
    assert report.stats["paths"] > 5
    # Whether the solver answers in time depends on the machine.
    assert {reason.kind.value for reason in report.reasons} <= {"depth", "time", "size", "concretised", "solver"}


def test_a_rare_key_and_value_are_found_quickly():
    started = time.monotonic()
    first = next(
        path for path in pef.explore(_function("settings_text", "level_faulty"), strategy="coverage") if path.is_finding
    )
    assert first.args == ("mode=raw",)
    # Loose, because others use the machine too.
    assert time.monotonic() - started < 10


def test_equality_with_a_word_is_one_decision():
    paths = list(pef.explore(_is_admin))
    assert sorted(path.result for path in paths) == ["in", "out"]
    assert [path.args for path in paths if path.result == "in"] == [("admin",)]


def _is_admin(name: str) -> str:
    if name == "admin":
        return "in"
    return "out"


def test_predicates_do_not_fork_for_each_character():
    paths = list(pef.explore(_five_digits, depth=20, assume=["len(text) == 5"]))
    assert sorted(path.result for path in paths) == ["digits", "others"]


def _five_digits(text: str) -> str:
    if text.isdigit():
        return "digits"
    return "others"


def test_text_that_nobody_looks_at_decides_nothing():
    paths = list(pef.explore(_complain))
    assert len(paths) == 1
    assert str(paths[0].exception) == "bad value: 0, ''"


def _complain(number: int, text: str) -> None:
    raise ValueError(f"bad value: {number}, " + repr(text))


def test_inputs_are_texts_that_people_can_read():
    for path in pef.explore(_two_others, depth=20):
        assert all(letter.isprintable() and letter.isascii() for letter in path.args[0])


def _two_others(text: str) -> str:
    if len(text) == 2 and text[0] != "a" and text[0] < text[1]:
        return "two"
    return "others"


def test_conditions_read_as_one_writes_them():
    conditions = {path.result: path.condition for path in pef.explore(_kind)}
    assert conditions["admin"] == ["name == 'admin'"]
    assert conditions["system"] == ["name != 'admin'", "name.startswith('sys')"]
    assert conditions["others"] == ["name != 'admin'", "not name.startswith('sys')"]


def _kind(name: str) -> str:
    if name == "admin":
        return "admin"
    return "system" if name.startswith("sys") else "others"


def test_case_is_mapped_by_formula():
    paths = list(pef.explore(_sharp_or_sigma, depth=12, assume=["len(text) == 2"]))
    found = {path.result: path.args[0] for path in paths}
    assert found["sharp"] == "\N{LATIN SMALL LETTER SHARP S}a"
    assert found["sigma"][1] == "\N{GREEK CAPITAL LETTER SIGMA}"


def _sharp_or_sigma(text: str) -> str:
    if text.upper() == "SSA" and text[0] != "s":
        return "sharp"
    if text.lower().endswith("\N{GREEK SMALL LETTER FINAL SIGMA}") and text[1].isupper():
        return "sigma"
    return "others"


def test_digits_of_a_float_are_noted_when_they_are_looked_at():
    paths = list(pef.explore(_complain_of_float))
    assert len(paths) == 1
    assert {reason.kind.value for reason in pef.check(_complain_of_float).reasons} == set()
    assert {reason.kind.value for reason in pef.check(_look_at_float).reasons} == {"concretised"}


def test_places_of_a_float_that_are_looked_at_are_other_paths():
    found = {path.result: path.args[0] for path in pef.explore(_half, paths=100)}
    assert f"{found[True]:.1f}".endswith(".5")


def _complain_of_float(number: float) -> None:
    raise ValueError(f"bad value: {number:.2f}")


def _look_at_float(number: float) -> bool:
    return len(f"{number}") == 4


def _half(number: float) -> bool:
    return f"{number:.1f}".split(".")[-1] == "5"


def test_the_character_at_fault_is_decided_where_it_is_read():
    assert len(list(pef.explore(_ascii, assume=["len(text) <= 2"]))) < 10
    found = next(path for path in pef.explore(_fault_in_message, assume=["len(text) == 1"]) if path.is_finding)
    assert found.args == ("\xe9",)


def _ascii(text: str) -> bytes:
    return text.encode("ascii")


def _fault_in_message(text: str) -> int:
    try:
        text.encode("ascii")
    except UnicodeEncodeError as error:
        return 1 // (0 if "xe9" in str(error) else 1)
    return 0


def test_bytes_that_are_no_text_are_found_out_by_form():
    reasons = {path.exception.reason for path in pef.explore(_decoded, assume=["len(data) <= 2"]) if path.exception}
    assert reasons == {"invalid start byte", "invalid continuation byte", "unexpected end of data"}


def _decoded(data: bytes) -> str:
    return data.decode()
