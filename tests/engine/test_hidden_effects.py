"""Code that changes something is not taken for code that only reads."""

from __future__ import annotations

import pytest

from pef.analysis.effects import only_reads
from tests.programs import hidden_effects as programs

CHANGING = [name for name in vars(programs) if name.startswith("by_")]


@pytest.mark.parametrize("name", CHANGING)
def test_what_changes_something_is_not_proven_to_read(name):
    assert not only_reads(getattr(programs, name))


def test_what_looks_alike_and_only_reads_is_proven():
    assert only_reads(programs.quiet)
