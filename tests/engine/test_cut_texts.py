"""A piece of a text is compared with a constant in one decision, where the number of pieces does not depend on more."""

from __future__ import annotations

import pytest

import pef
import pef.exploration.exploration
from tests.programs import cut_texts


def explored(function, **options):
    exploration = pef.exploration.exploration.Exploration(function, pef.Options(**options))
    paths = list(exploration)
    assert all(path.reproduced for path in paths)
    return paths, exploration.report()


@pytest.mark.parametrize(
    "function",
    [
        cut_texts.first_line,
        cut_texts.first_of_lines,
        cut_texts.first_word,
        cut_texts.header,
        cut_texts.extension,
        cut_texts.octets,
    ],
)
def test_a_text_without_separators_stays_open(function):
    paths, report = explored(function, paths=30)
    assert IndexError in {type(path.exception) for path in paths}
    assert report.verdict is pef.Verdict.REFUTED


def test_where_there_is_one_cut_its_place_is_not_decided_to_compare_a_piece():
    paths, _ = explored(cut_texts.header)
    assert len(paths) == 4


@pytest.mark.parametrize("function", [cut_texts.rest_of, cut_texts.last_of])
def test_both_pieces_of_a_text(function):
    paths, report = explored(function, paths=80, depth=60)
    assert AssertionError in {type(path.exception) for path in paths}
    assert report.verdict is pef.Verdict.REFUTED


def test_separators_that_overlap_themselves():
    _, report = explored(cut_texts.overlapping, depth=40)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons


def test_pieces_fit_together_whenever_they_are_looked_at():
    _, report = explored(cut_texts.same_cut, depth=40)
    assert report.verdict is pef.Verdict.VERIFIED, report.reasons
