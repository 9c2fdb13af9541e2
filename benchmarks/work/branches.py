"""Independent branches, and nothing else."""


def ten_branches(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> int:
    """Ten independent branches: 1,024 paths."""
    total = 0
    if a > 0:
        total += 1
    if b > 0:
        total += 2
    if c > 0:
        total += 4
    if d > 0:
        total += 8
    if e > 0:
        total += 16
    if f > 0:
        total += 32
    if g > 0:
        total += 64
    if h > 0:
        total += 128
    if i > 0:
        total += 256
    if j > 0:
        total += 512
    return total


def endless_branches(numbers: list[int]) -> int:
    """As many independent branches as there are numbers: more paths than anybody has time for."""
    total = 0
    for number in numbers:
        if number > 0:
            total += 1
    return total
