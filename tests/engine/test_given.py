"""No value is lost where C code takes it by way of the program: it is decided, or the verdict says that it was lost."""

from __future__ import annotations

import pytest

import pef
from tests.programs import given

FOLLOWED = (
    given.length,
    given.short_length,
    given.backwards,
    given.subscript,
    given.of_text,
    given.part,
    given.repeated,
    given.taken,
    given.rounded,
    given.counted,
    given.first_few,
    given.true,
    given.tested,
    given.negated,
    given.looked_up,
    given.hashed,
)
LOST = (given.summed, given.stored, given.called_back, given.read)


@pytest.mark.parametrize("function", FOLLOWED, ids=lambda function: function.__name__)
def test_both_results_are_found(function):
    assert {path.result for path in pef.explore(function)} == {False, True}


@pytest.mark.parametrize("function", LOST, ids=lambda function: function.__name__)
def test_what_is_lost_is_said(function):
    assert pef.check(function).verdict is pef.Verdict.UNKNOWN


def test_plain_files_are_read_without_a_note(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text("a,b\n")

    def first(x: int) -> bool:
        with file.open() as lines:
            return next(given.reader(lines)) == ["a", "b"] and x > 3

    # What is in the file is no input, and may be something else tomorrow; nothing of the input is lost.
    assert [reason.kind.value for reason in pef.check(first).reasons] == ["surroundings"]
