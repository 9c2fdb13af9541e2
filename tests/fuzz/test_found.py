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
