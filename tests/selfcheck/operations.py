"""All operations, by type; one module for each."""

from __future__ import annotations

from tests.selfcheck import number_texts, numbers, octets, texts

ALL = [*numbers.OPERATIONS, *texts.OPERATIONS, *number_texts.OPERATIONS, *octets.OPERATIONS]
