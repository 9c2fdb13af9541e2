"""All operations, by type; one module for each."""

from __future__ import annotations

from tests.selfcheck import (
    dictionaries,
    files,
    floats,
    libraries,
    mathematics,
    number_texts,
    numbers,
    octets,
    patterns,
    sequences,
    texts,
)

ALL = [
    *numbers.OPERATIONS,
    *floats.OPERATIONS,
    *mathematics.OPERATIONS,
    *texts.OPERATIONS,
    *patterns.OPERATIONS,
    *number_texts.OPERATIONS,
    *octets.OPERATIONS,
    *dictionaries.OPERATIONS,
    *sequences.OPERATIONS,
    *libraries.OPERATIONS,
    *files.OPERATIONS,
]
