"""The tables that models of text use say of every code point what the running interpreter does."""

from __future__ import annotations

import pytest

from pef.models import tables

_ALL = [chr(code) for code in range(0x110000)]
_SIGMA, _LAST_SIGMA = "\u03a3", "\u03c2"


def _ranges(marks):
    ranges = []
    for code, mark in enumerate(marks):
        if mark and ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        elif mark:
            ranges.append((code, code))
    return ranges


@pytest.mark.parametrize("method", ["isalpha", "isdigit", "isprintable", "isspace"])
def test_predicates(method):
    assert tables.characters(method) == _ranges(getattr(character, method)() for character in _ALL)


def test_identifiers_and_lines():
    assert tables.identifier_parts(0x110000) == _ranges(("a" + character).isidentifier() for character in _ALL)
    assert tables.line_boundaries() == _ranges(len(f"a{character}b".splitlines()) == 2 for character in _ALL)
    assert tables.title_only() == _ranges(character.istitle() and not character.isupper() for character in _ALL)


def test_case():
    # A letter with case keeps the one after it from being a title's first.
    assert tables.cased() == _ranges((character + "b").title()[-1] == "b" for character in _ALL)


def test_last_sigma():
    assert tables.letters_of_words() == _ranges((character + _SIGMA).lower()[-1] == _LAST_SIGMA for character in _ALL)
    assert tables.passed_over() == _ranges(("a" + character + _SIGMA).lower()[-1] == _LAST_SIGMA for character in _ALL)


@pytest.mark.parametrize("method", ["lower", "upper", "title", "casefold", "swapcase"])
def test_case_mappings(method):
    images = {}
    found = tables.case_images(method)
    for length, places in ((1, found[:1]), (2, found[1:3]), (3, found[3:6])):
        for shifts in places:
            for shift, ranges in shifts:
                for low, high in ranges:
                    for code in range(low, high + 1):
                        images[code] = images.get(code, "") + chr(code + shift)
        if length > 1:
            listed = [code for low, high in tables.sources(method, length) for code in range(low, high + 1)]
            assert listed == sorted(code for code, image in images.items() if len(image) == length)
    changed = ((code, getattr(character, method)()) for code, character in enumerate(_ALL))
    assert images == {code: image for code, image in changed if code >= 128 and image != chr(code)}


def test_decimal_digits():
    for shift, ranges in tables.decimal_shifts():
        for low, high in ranges:
            assert all(code + shift == int(chr(code)) for code in range(low, high + 1))
