"""`float(s)` of a symbolic text: the model reads every text as the interpreter does, and its value has a term."""

from __future__ import annotations

import random

import pef
from pef import models

_CHARACTERS = "0123456789" * 2 + "..__eE+-  infatyINFATY\t\x1c\x7f\0\u0661\u00a0\u2003"
_BEGINNINGS = ["", "", "1", "1.5", "0.1", "inf", "nan", "infinity", "12345678901234567890", "1e", "3.e-"]


def _outcome(function, text):
    try:
        return repr(function(text))
    except ValueError as error:
        return str(error)


def test_every_text_is_read_as_the_interpreter_reads_it():
    models.load()
    # As it was loaded: an import could load it once more, and not rewritten.
    [model] = [module for module in models._loaded if module.__name__ == "pef.models.float_text"]
    generator = random.Random(7)
    numerals = 0
    for _ in range(5000):
        rest = generator.choices(_CHARACTERS, k=generator.choice([0, 1, 2, 3, 4, 6, 20]))
        text = generator.choice(_BEGINNINGS) + "".join(rest)
        for value in (text, text.encode()):
            expected = _outcome(float, value)
            assert _outcome(model.float_of_text, value) == expected
            numerals += "could not" not in expected
    assert numerals > 1000


def test_a_numeral_is_solved_for():
    found = {path.result: path.args[0] for path in pef.explore(_price, strategy="coverage", time=30, depth=30)}
    assert float(found["half"]) == 0.5
    assert float(found["cheap"]) < 0


def _price(text: str) -> str:
    try:
        price = float(text)
    except ValueError:
        return "no number"
    if price < 0:
        return "cheap"
    return "half" if price == 0.5 else "others"


def test_one_digit_is_one_path():
    paths = list(pef.explore(_is_four, depth=20, assume=["len(text) == 1"]))
    assert [path.args[0] for path in paths if path.result == "four"] == ["4"]


def _is_four(text: str) -> str:
    if text.isascii() and text.isdigit():
        return "four" if float(text) == 4.0 else "another"
    return "others"
