"""A mask of so many bits."""


def mask(bits: int) -> int:
    if bits < 0 or bits > 8:
        return 0
    return (1 << bits) - 1
