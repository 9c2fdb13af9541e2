"""Functions that behave differently when two arguments are one object."""


def extend_and_count(target: list[int], source: list[int]) -> int:
    target.append(1)
    if target == source and len(source) > 3:
        raise RuntimeError("the source has changed")
    return len(source)


def is_same(one: list[int], two: list[int]) -> bool:
    if one is two:
        return True
    return False


def only_reads(one: list[int], two: list[int]) -> int:
    return len(one) + len(two)


def clear(one: dict[str, int], *, two: dict[str, int]) -> bool:
    if not two:
        return False
    one.clear()
    if not two:
        return True
    return False


def first_row_kept(rows: tuple[list[int], list[int]]) -> None:
    if len(rows[0]) == 1 and len(rows[1]) == 1:
        rows[0][0] = 1
        rows[1][0] = 2
        assert rows[0][0] == 1


def kept_beside(row: list[int], rows: tuple[list[int], int]) -> None:
    if len(row) == 1 and len(rows[0]) == 1:
        row[0] = 1
        rows[0][0] = 2
        assert row[0] == 1
