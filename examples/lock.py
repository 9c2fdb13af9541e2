"""A needle in a haystack: one code in 65,536 breaks it, and no random test is likely to try that one."""


def unlock(code: int) -> int:
    """How far the code is from the back door, in percent of the code."""
    distance = ((code ^ 0x5A5A) & 0xFFFF) - 0x1234
    return 100 * code // distance
