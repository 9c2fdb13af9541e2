"""Models of the functions between text and ints: `int(s)`, `ord`, `chr`, `hex`, `oct`, `bin`.

What `int(s)` has in common with `float(s)` is what `float_text.py` takes from here.
"""

from __future__ import annotations

import sys
from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.numerals import digits, number_behind
from pef.models.registry import function_of_symbolic, natively, refuse
from pef.models.text_kinds import kind_of

_SPACES = [(9, 13), (32, 32)]
PLUS, MINUS, UNDERSCORE = 43, 45, 95
_ZERO = 48
_PREFIXES = {2: (ord("b"), ord("B")), 8: (ord("o"), ord("O")), 16: (ord("x"), ord("X"))}


@function_of_symbolic(ord)
def ord_(character: Any, /) -> Any:
    if not isinstance(character, (str, bytes, bytearray)):
        return refuse(ord, character)
    if len(character) != 1:
        # The message says how long it is.
        return refuse(ord, engine.fix(character))
    return engine.codes(character)[0]


@function_of_symbolic(chr)
def chr_(code: Any, /) -> Any:
    if not isinstance(code, int):
        return refuse(chr, code)
    if 0 <= code <= 0x10FFFF:
        return engine.string([code + 0])
    # Which error it is depends on the sign and on which C type the number fits into.
    for bound in (-(1 << 63), -(1 << 31), 0, 1 << 31, 1 << 63):
        if code < bound:
            break
    return refuse(chr, code)


def _based(builtin: Any, value: Any, base: int, letter: str) -> Any:
    if not isinstance(value, int):
        return refuse(builtin, value)

    def make() -> Any:
        sign = [MINUS] if value < 0 else []
        return engine.string([*sign, _ZERO, ord(letter), *digits(abs(value + 0), base)])

    return engine.deferred(engine.native(builtin, engine.plain(value)), make)


@function_of_symbolic(hex)
def hex_(value: Any, /) -> Any:
    return _based(hex, value, 16, "x")


@function_of_symbolic(oct)
def oct_(value: Any, /) -> Any:
    return _based(oct, value, 8, "o")


@function_of_symbolic(bin)
def bin_(value: Any, /) -> Any:
    return _based(bin, value, 2, "b")


def ascii_numeral(value: Any) -> list[Any] | None:
    """The codes with other scripts' digits and spaces as ASCII, as the interpreter reads them; nothing if one is neither."""
    codes = engine.codes(value)
    if kind_of(value).builtin is not str or kind_of(value).all_ascii(codes):
        return codes
    result: list[Any] = []
    for code in codes:
        if code < 127:
            result.append(code)
        elif engine.in_ranges(code, tables.characters("isspace"), "isspace"):
            result.append(32)
        elif engine.in_ranges(code, tables.characters("isdecimal"), "isdecimal"):
            result.append(engine.shifted(code, tables.decimal_shifts(), ("int(", ")")) + _ZERO)
        else:
            return None
    return result


def trimmed(codes: list[Any]) -> list[Any]:
    """The codes without spaces around them."""
    start, end = 0, len(codes)
    while start < end and engine.in_ranges(codes[start], _SPACES):
        start += 1
    while end > start and engine.in_ranges(codes[end - 1], _SPACES):
        end -= 1
    return codes[start:end]


def integer_of_text(value: Any, /, base: Any = 10) -> Any:
    """`int(value, base)` of text."""
    if not isinstance(base, int):
        return natively(int, value, base) if hasattr(base, "__index__") else refuse(int, value, base)
    base = engine.settle(base)
    if base != 0 and not 2 <= base <= 36:
        return refuse(int, value, base)
    number = number_behind(value) if base in (0, 10) else None
    if number is not None:
        return number + 0
    codes = ascii_numeral(value)
    result = None if codes is None else _parsed(codes, base)
    if result is None:
        raise ValueError(complaint(int, value, f"invalid literal for int() with base {base}: ", 200, base))
    count = len(codes or ())
    limit = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0
    if limit and count > limit and base & (base - 1):
        return natively(int, value, base)
    return result


def complaint(builtin: Any, value: Any, beginning: str, shown: int | None, *others: Any) -> Any:
    """The message of the builtin, with what it says about the value (so many characters of it) still symbolic."""
    try:
        engine.native(builtin, engine.plain(value), *others)
    except ValueError as error:
        return engine.deferred(error.args[0], lambda: beginning + repr(value)[:shown])
    return beginning


def _parsed(codes: list[Any], base: int) -> Any:
    """The number that the codes are the numeral of, as a term; nothing if they are none."""
    # Nearly always a plain row of digits, which is one condition.
    if base and codes and engine.every([engine.in_ranges(code, _digit_ranges(base)) for code in codes]):
        return number_of(codes, base)
    codes = trimmed(codes)
    negative = False
    if codes and engine.some([codes[0] == PLUS, codes[0] == MINUS]):
        negative = codes[0] == MINUS
        codes = codes[1:]
    base, codes, after_prefix = _without_prefix(codes, base)
    row = _without_underscores(codes, after_prefix)
    if not row or not engine.every([engine.in_ranges(code, _digit_ranges(base or 10)) for code in row]):
        return None
    number = number_of(row, base or 10)
    if base == 0 and row and row[0] == _ZERO and number != 0:
        # Without a base, a leading zero is refused as an old way of writing octal numbers.
        return None
    if negative:
        return -number
    return number


def _digit_ranges(base: int) -> tables.Ranges:
    if base <= 10:
        return [(48, 47 + base)]
    return [(48, 57), (65, 54 + base), (97, 86 + base)]


def _without_prefix(codes: list[Any], base: int) -> tuple[int, list[Any], bool]:
    """The base that is meant, and what follows `0x` and the like."""
    if len(codes) < 2 or (base and base not in _PREFIXES):
        return base, codes, False
    if not codes[0] == _ZERO:  # noqa: SIM201 (one condition, met elsewhere in this form)
        return base, codes, False
    for meant, letters in _PREFIXES.items():
        if base in (0, meant) and engine.some([codes[1] == letter for letter in letters]):
            return meant, codes[2:], True
    return base, codes, False


def _without_underscores(codes: list[Any], after_prefix: bool) -> list[Any] | None:
    """The codes without single underscores between digits; nothing if one stands elsewhere."""
    if not engine.some([code == UNDERSCORE for code in codes]):
        return codes
    row: list[Any] = []
    digit_before = after_prefix
    for code in codes:
        if code == UNDERSCORE:
            if not digit_before:
                return None
            digit_before = False
        else:
            row.append(code)
            digit_before = True
    return row if digit_before else None


def number_of(codes: list[Any], base: int) -> Any:
    """The number that a row of digits is the numeral of."""
    number: Any = 0
    for code in codes:
        number = number * base + _digit_value(code, base)
    return number


def _digit_value(code: Any, base: int) -> Any:
    if base <= 10:
        return code - 48
    letter = engine.choose(code >= 97, code - 87, code - 55)
    return engine.choose(code <= 57, code - 48, letter)


engine.set_model("int", integer_of_text)
