"""Nothing is wrong here, and PEF can say so for all inputs."""


def largest(a: int, b: int, c: int, d: int) -> int:
    best = a
    if b > best:
        best = b
    if c > best:
        best = c
    if d > best:
        best = d
    assert best >= a and best >= b and best >= c and best >= d
    return best
