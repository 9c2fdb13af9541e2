"""The slope between two points."""


def slope(one: tuple[int, int], two: tuple[int, int]) -> int:
    if two[0] == one[0]:
        return 0
    return (two[1] - one[1]) // (two[0] - one[0])
