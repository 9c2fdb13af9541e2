"""The condition of a path is Python that says of each input whether it takes the path."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.fuzz.comparing import WEAKNESSES, compare
from tests.fuzz.programs import Program

_FLOATS = """[
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 1e16, 1e154, 1.3407807929942596e154, 1.3407807929942597e154, -1e200, 1e300,
    1.7976931348623157e308, 5e-324, -5e-324, 5.562684646268003e-309, 1e-200, 1023.0, 1023.9999999999999, 1024.0, -1074.0,
    -1024.0, -1023.0, 341.0, 342.0, float('inf'), float('-inf'), float('nan'),
]"""


def assert_exact(source: str, domain: dict[str, str], folder: Path) -> None:
    """Each input of the sample satisfies the condition of the path that it takes, and of no other."""
    program = Program(textwrap.dedent(source), domain, is_open=True)
    comparison = compare(program, folder, deeply=False)
    assert comparison.failures.keys() <= WEAKNESSES, comparison.failures


@pytest.mark.parametrize(
    "power", ["x ** 2", "x ** 3", "x ** 0.5", "x ** -1", "x ** -0.5", "2 ** x", "0.5 ** x", "(-8) ** x", "pow(x, 1023)"]
)
def test_a_power_of_a_float_that_overflows(power, tmp_path):
    # It was `float('inf') == abs(x ** 2.0)`, which raises for the very inputs that it is about.
    source = f"""
        def f(x: float):
            y = {power}
            if y == 0.25:
                return 1
            return y
    """
    assert_exact(source, {"x": _FLOATS}, tmp_path)
