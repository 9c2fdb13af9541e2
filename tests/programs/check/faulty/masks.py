"""A mask of so many bits."""


def mask(bits: int) -> int:
    if bits > 64:
        return 0
    return (1 << bits) - 1  # fault: value
