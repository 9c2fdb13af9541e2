"""Expressions for integers that nobody reads digit by digit: `2 ** 1024 - 2 ** 970` instead of 309 digits."""

from __future__ import annotations

_LEAST = 10**30
_SMALL = 10**6


def integer_expression(value: int) -> str:
    """An expression with this value, short where there is a short one."""
    if -_LEAST < value < _LEAST:
        return repr(value)
    short = _near_a_power(abs(value))
    if short is not None:
        return f"-({short})" if value < 0 else short
    try:
        return repr(value)
    except ValueError:
        # Python refuses to write more than some thousands of digits; hexadecimal ones are not limited.
        return hex(value)


def _near_a_power(value: int) -> str | None:
    """`value` as a power of two or ten, and what is missing: another power, or a small number."""
    for base, exponent in _candidates(value):
        rest = value - base**exponent
        power = f"{base} ** {exponent}"
        if rest == 0:
            return power
        sign = "+" if rest > 0 else "-"
        if abs(rest) < _SMALL:
            return f"{power} {sign} {abs(rest)}"
        if abs(rest) & (abs(rest) - 1) == 0:
            return f"{power} {sign} 2 ** {abs(rest).bit_length() - 1}"
    return None


def _candidates(value: int) -> list[tuple[int, int]]:
    bits = value.bit_length()
    tens = int((bits - 1) * 0.30102999566398120)
    return [(2, bits - 1), (2, bits), *((10, exponent) for exponent in (tens, tens + 1))]
