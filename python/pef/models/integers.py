"""Models of what `int` does bit by bit or step by step: the number of ones, and inverses to a modulus.

How many bits there are, and how many steps Euclid's algorithm takes, is decided; the result is a term.
"""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of, refuse


@method_of(int)
def bit_count(self: Any) -> Any:
    magnitude = abs(self + 0)
    ones: Any = 0
    for place in range(engine.settle(magnitude.bit_length())):
        ones += magnitude >> place & 1
    return ones


def _power_below_zero(base: Any, exponent: Any, modulus: Any) -> Any:
    """`pow(base, exponent, modulus)` for an exponent below zero and a modulus that is not zero."""
    positive = abs(modulus + 0)
    if positive == 1:
        return 0
    inverse = _inverse(base + 0, positive)
    if inverse is None:
        return refuse(pow, base, exponent, modulus)
    return pow(inverse, -exponent, modulus)


def _inverse(value: Any, modulus: Any) -> Any:
    """What gives 1 when it is multiplied with the value, to the modulus; nothing if there is no such number."""
    rest, factor, next_factor = modulus, 1, 0
    while rest != 0:
        quotient, remainder = value // rest, value % rest
        value, rest = rest, remainder
        factor, next_factor = next_factor, factor - quotient * next_factor
    return factor if value == 1 else None


engine.set_model("inverse", _power_below_zero)
