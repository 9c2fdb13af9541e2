"""A short run of the fuzzer, and programs that it found."""

from __future__ import annotations

import textwrap
from pathlib import Path

from tests.fuzz.comparing import compare
from tests.fuzz.programs import Program


def assert_agreement(
    source: str, domain: dict[str, str], folder: Path, *, is_open: bool = False, strict: bool = False
) -> None:
    program = Program(textwrap.dedent(source), domain, is_open=is_open, strict=strict)
    failures = compare(program, folder).failures
    assert not failures, failures
