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
    # Conditions may need `math`.
    program = Program("import math\n" + textwrap.dedent(source), domain, is_open=":assume:" not in source)
    comparison = compare(program, folder, deeply=False)
    assert comparison.failures.keys() <= WEAKNESSES, comparison.failures
    assert not comparison.unreadable, comparison.unreadable


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


@pytest.mark.parametrize("digits", [-308, -307, -300, -293, -292, -1, 1, 308])
def test_rounding_that_overflows(digits, tmp_path):
    source = f"""
        def f(x: float):
            y = round(x, {digits})
            if y == x:
                return 1
            return y
    """
    assert_exact(
        source, {"x": f"[*{_FLOATS}, 1.5e308, 1.4999999999999999e308, -1.75e308, 1.797693134862315e308]"}, tmp_path
    )


_TEXTS = r"""[
    '', ' ', '0', '1', '9', '12', '1 ', ' 1', '\u0660', '\u0661\u0662', '\u0660 ', ' \u0660', '\u0660\xa0', '\xa0\u0967', '\u0663_',
    '-\u0663', '\u0663\u0663', '3\u0663', '\U0001d7db', '\u0665.', '.\u0665', '\xb2', '\xbd', '\u4e00', '\u2460', '\x1c1', '\x851',
    '\x7f', '_', '+', '-1', 'a', 'A', '\xdf', '\u0130', '\u0131', '\ufb01', '\u03a3', 'A\u03a3', '\u03a3A', '\u01c5', '\u1e9e', '\u0149',
    '\u1f88', '\xb5', '\u0345', 'ss', 'i\u0307', 'fi', '\u03c3', '\u03c2',
]"""


@pytest.mark.parametrize("read", ["int(s) == 3", "int(s) % 2", "float(s) == 3", "int(s, 16) > 9", "int(s) - int(s[0])"])
def test_digits_of_other_scripts(read, tmp_path):
    # What they are worth was printed as `...`, so that no condition held for them.
    source = f"""
        def f(s: str):
            ":assume: len(s) <= 2"
            if {read}:
                return 1
            return 0
    """
    assert_exact(source, {"s": _TEXTS}, tmp_path)


@pytest.mark.parametrize("method", ["lower", "upper", "casefold", "swapcase", "title", "capitalize"])
def test_case_beyond_ascii(method, tmp_path):
    source = f"""
        def f(s: str):
            ":assume: len(s) <= 1"
            if s.{method}() == 'ss' or s.{method}() == '\u03c3':
                return 1
            return s == s.{method}()
    """
    assert_exact(source, {"s": f"[one for one in {_TEXTS} if len(one) <= 1]"}, tmp_path)


@pytest.mark.parametrize(
    "test", ["s.istitle()", "s.title() == s", "s.isidentifier()", "len(repr(s)) == 4", "s.strip().istitle()"]
)
def test_kinds_of_characters_beyond_ascii(test, tmp_path):
    # All letters with case, range by range, are more than is printed.
    source = f"""
        def f(s: str):
            ":assume: len(s) <= 2"
            if {test}:
                return 1
            return 0
    """
    assert_exact(source, {"s": _TEXTS}, tmp_path)
