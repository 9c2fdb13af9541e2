"""Transposition of a matrix given as rows, which may be ragged."""

from __future__ import annotations


def transposed_faulty(rows: list[list[int]]) -> list[list[int]]:
    if not rows:
        return []
    return [[row[column] for row in rows] for column in range(len(rows[0]))]


def transposed_repaired(rows: list[list[int]]) -> list[list[int]]:
    width = max((len(row) for row in rows), default=0)
    columns = [[row[column] if column < len(row) else 0 for row in rows] for column in range(width)]
    assert all(len(column) == len(rows) for column in columns)
    return columns
