"""The middle one of three numbers."""


def middle(a: int, b: int, c: int) -> int:
    if a <= b <= c or c <= b <= a:
        found = b
    elif b <= a <= c or c <= a <= b:
        found = a
    else:
        found = b
    assert min(a, b, c) <= found <= max(a, b, c)
    assert found != max(a, b, c) or found == sorted([a, b, c])[1]  # fault: assertion
    return found
