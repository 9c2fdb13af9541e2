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
