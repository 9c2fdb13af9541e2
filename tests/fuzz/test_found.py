"""Programs that the fuzzer found, shrunk: each was wrong once."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.fuzz.comparing import WEAKNESSES, compare
from tests.fuzz.programs import Program


def assert_agreement(
    source: str, domain: dict[str, str], folder: Path, *, is_open: bool = False, strict: bool = False
) -> None:
    """What PEF says about the program is what CPython does on each input of its domain."""
    program = Program(textwrap.dedent(source), domain, is_open=is_open, strict=strict)
    failures = compare(program, folder).failures
    assert failures.keys() <= WEAKNESSES, failures


def test_a_condition_speaks_of_a_length_before_it_speaks_of_elements(tmp_path):
    # It was `not (s[0] == '-' and len(s) == 2 and …)`, which has no value for its own input, `''`.
    source = r"""
        def f(s: str, b: int):
            x = s >= '-1'
            return 1 if s == f'{b}' else 0
    """
    domain = {"s": "['', '-', '-1', '-12', '1', '12', '-x', 'é']", "b": "[-12, -10, -2, -1, 0, 1, 12, 100]"}
    assert_agreement(source, domain, tmp_path, is_open=True)


_PATTERNS = {
    "a data class": "match Point(2, a.isidentifier()):\n        case Point(y=True):",
    "by position": "match Point(2, a == 'a'):\n        case Point(2, False) as found:",
    "a tuple": "match (2, a < 'b'):\n        case (2, True):",
    "a list": "match [a > '', a]:\n        case ([True, *_]):",
    "a mapping": "match {'k': a != ''}:\n        case {'k': False}:",
    "with a guard": "match (b, [a > 'a']):\n        case (n, [True]) if n or a:",
    "two of them": "match (a > '', a < 'b'):\n        case (True, False):",
    "alternatives": "match (a > '', 1):\n        case (True | None, _):",
    "alternatives of which one binds": "match [a > '']:\n        case [1, 2] | [True]:",
    "its type": "match (a > '', 1):\n        case (bool(x), 1) if x:",
}


@pytest.mark.parametrize("pattern", _PATTERNS)
def test_truth_values_inside_of_patterns(pattern, tmp_path):
    # CPython asks whether the value is the constant, and a symbolic one never was: functions that fail were `verified`.
    source = f"""
import dataclasses

@dataclasses.dataclass
class Point:
    x: int
    y: bool

def f(a: str, b: int):
    ":assume: len(a) <= 1, all(q in 'ab' for q in a), 0 <= b <= 1"
    {_PATTERNS[pattern]}
            assert False
    return 1
"""
    assert_agreement(source, {"a": "['', 'a', 'b']", "b": "[0, 1]"}, tmp_path)
