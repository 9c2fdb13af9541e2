"""The middle one of three numbers."""


def middle(a: int, b: int, c: int) -> int:
    if a <= b <= c or c <= b <= a:
        found = b
    elif b <= a <= c or c <= a <= b:
        found = a
    else:
        found = c
    assert min(a, b, c) <= found <= max(a, b, c)
    return found
