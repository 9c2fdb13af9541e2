"""Model of `float(s)` of text.

Whether the text is a numeral is decided along its grammar, and the value keeps its term: a numeral of up to 15 digits
times a power of ten up to the 22nd is a product or quotient of two floats that are exact, rounded once, which is how the
numeral itself is rounded. Of any other the value is taken as it is, with a note.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.conversion import MINUS, PLUS, UNDERSCORE, ascii_numeral, complaint, number_of, trimmed
from pef.models.registry import natively

_DECIMAL = [(48, 57)]
_DOT = 46
_WORDS = ["inf", "infinity", "nan"]
_EXACT_DIGITS = 15
_EXACT_POWER = 22


def float_of_text(value: Any, /) -> Any:
    """`float(value)` of text."""
    codes = ascii_numeral(value)
    # Nearly always a plain row of digits, which is one condition.
    if codes and engine.every([engine.in_ranges(code, _DECIMAL) for code in codes]):
        return _scaled(codes, codes, 0)
    row = [] if codes is None else trimmed(codes)
    negative: Any = False
    if row and engine.some([row[0] == PLUS, row[0] == MINUS]):
        negative = row[0] == MINUS
        row = row[1:]
    word = _word(row)
    if word is not None:
        result = engine.native(float, word)
        return -result if negative else result
    parts = _digits_and_power(row)
    if parts is None:
        raise ValueError(complaint(float, value, "could not convert string to float: ", None))
    result = _scaled(row, *parts)
    return -result if negative else result


def _scaled(numeral: list[Any], digits: list[Any], power: int) -> Any:
    """The float that the digits times a power of ten are, which were read from the numeral."""
    if len(digits) > _EXACT_DIGITS or not -_EXACT_POWER <= power <= _EXACT_POWER:
        return natively(float, engine.octets(numeral))
    result = float(number_of(digits, 10))
    if power > 0:
        return result * 10.0**power
    return result / 10.0**-power if power < 0 else result


def _word(codes: list[Any]) -> str | None:
    """Which word for a float the codes are, in letters of any case."""
    for word in _WORDS:
        if len(codes) == len(word) and engine.every(
            [_is_letter(code, ord(w)) for code, w in zip(codes, word, strict=True)]
        ):
            return word
    return None


def _is_letter(code: Any, small: int) -> Any:
    return engine.some([code == small, code == small - 32])


def _digits_and_power(codes: list[Any]) -> tuple[list[Any], int] | None:
    """The codes of all digits, and the power of ten that they are to be multiplied with; nothing if this is no numeral.

    The run depends on the exponent's value, if there is one.
    """
    whole, rest = _digit_row(codes)
    fraction: list[Any] = []
    if rest and rest[0] == _DOT:
        fraction, rest = _digit_row(rest[1:])
    if not whole and not fraction:
        return None
    if not rest:
        return whole + fraction, -len(fraction)
    if not _is_letter(rest[0], ord("e")):
        return None
    rest = rest[1:]
    negative: Any = False
    if rest and engine.some([rest[0] == PLUS, rest[0] == MINUS]):
        negative = rest[0] == MINUS
        rest = rest[1:]
    row, rest = _digit_row(rest)
    if not row or rest:
        return None
    exponent = engine.settle(number_of(row, 10))
    if negative:
        exponent = -exponent
    return whole + fraction, exponent - len(fraction)


def _digit_row(codes: list[Any]) -> tuple[list[Any], list[Any]]:
    """The digits at the beginning, with single underscores between them left out, and what follows them."""
    row: list[Any] = []
    place = 0
    while place < len(codes):
        if engine.in_ranges(codes[place], _DECIMAL):
            row.append(codes[place])
        elif not row or not _is_between_digits(codes[place : place + 2]):
            break
        place += 1
    return row, codes[place:]


def _is_between_digits(codes: list[Any]) -> Any:
    """Whether an underscore with a digit after it comes first."""
    return len(codes) > 1 and engine.every([codes[0] == UNDERSCORE, engine.in_ranges(codes[1], _DECIMAL)])


engine.set_model("float", float_of_text)
