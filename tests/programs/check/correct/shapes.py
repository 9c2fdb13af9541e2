"""The area of a shape that is one of a few."""


def area(kind: int, side: int) -> int:
    if kind == 1:
        return side * side
    if kind == 2:
        return side * side // 2
    if kind == 3:
        raise ValueError("circles have no side")
    return 0
