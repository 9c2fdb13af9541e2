"""Programs that the fuzzer found, shrunk: each was wrong once."""

from __future__ import annotations

import textwrap
from pathlib import Path

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
