"""The self-verification in the bounds that every test run can afford; `make selfcheck` goes deep."""

from __future__ import annotations

import pytest

from tests.selfcheck import operations
from tests.selfcheck.verification import Operation, verify


@pytest.mark.parametrize("operation", operations.ALL, ids=lambda operation: operation.name)
def test_operation(operation: Operation, tmp_path):
    outcome = verify(operation, tmp_path, samples=2, paths=12, depth=6)
    assert outcome.paths > 0
    assert outcome.mismatches == []
