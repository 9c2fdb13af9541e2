"""Parameters that are declared as `object`, other operands of `==`, and attributes by symbolic names."""

from __future__ import annotations

import pef
from tests.programs.parameters import anything


def test_a_function_that_takes_any_object_must_do_so():
    report = pef.check(anything.doubled)
    assert [(finding.call, type(finding.exception).__name__) for finding in report.findings] == [
        ("doubled(None)", "TypeError")
    ]
    assert pef.check(anything.described).findings == []


def test_equality_must_not_fail_for_other_types():
    report = pef.check(anything.Careless.__eq__)
    assert "AttributeError" in {type(finding.exception).__name__ for finding in report.findings}
    assert pef.check(anything.Careful.__eq__).findings == []


def test_a_symbolic_name_is_each_of_the_attributes():
    report = pef.check(anything.handled, depth=20)
    assert {finding.call for finding in report.findings} == {"handled('on_end')"}
