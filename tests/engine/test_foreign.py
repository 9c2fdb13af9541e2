"""What C code does with a value is noted, or it is exact: nothing is called verified that has an input against it."""

from __future__ import annotations

import datetime
import decimal
import inspect

import pytest

import pef.exploration.exploration
from tests.engine.test_integers import explore, kinds
from tests.programs import foreign

FUNCTIONS = [
    function
    for function in vars(foreign).values()
    if inspect.isfunction(function) and function.__module__ == foreign.__name__
]
EXACT = {
    foreign.stored_in_a_deque,
    foreign.stored_in_a_bytearray,
    foreign.named_tuple,
    foreign.data_class,
    foreign.exception_with_a_constructor,
    foreign.native_key,
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_fault_behind_c_code_is_found_or_nothing_is_claimed(function):
    with pytest.raises(IndexError):
        function(7)
    paths, report = explore(function, time=10, paths=300)
    found = any(isinstance(path.exception, IndexError) for path in paths)
    assert found or report.verdict is pef.Verdict.UNKNOWN
    if function in EXACT:
        assert found
    if not found:
        assert "concretised" in kinds(report)


def test_operators_of_foreign_types_mean_what_they_meant():
    half = decimal.Decimal("0.5")
    assert (2 * half, half * 2, half**2, 1 - half, half - 1) == (1, 1, decimal.Decimal("0.25"), half, -half)
    assert (half < 1, half >= 1, half == 0.5, half != "0.5") == (True, False, True, True)
    day = datetime.timedelta(days=1)
    assert datetime.datetime(2024, 2, 28) + day == datetime.datetime(2024, 2, 29)
    assert (day / 2, day // day, 3 * day - day) == (datetime.timedelta(hours=12), 1, day + day)
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+"):
        half + day
    assert int | str == str | int
    half += 1
    assert half == decimal.Decimal("1.5")
