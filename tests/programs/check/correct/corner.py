"""The corner of a table."""


def corner(rows: list[list[int]]) -> int:
    if not rows or not rows[0]:
        return 0
    return rows[0][0]
