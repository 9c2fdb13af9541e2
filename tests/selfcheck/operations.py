"""All operations, by type; one module for each."""

from __future__ import annotations

from tests.selfcheck import numbers

ALL = [*numbers.OPERATIONS]
