"""The corner of a table."""


def corner(rows: list[list[int]]) -> int:
    if not rows:
        return 0
    return rows[0][0]  # fault: index
