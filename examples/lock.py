"""A needle in a haystack: one code in 65,536 opens, and no random test is likely to try it."""


def unlock(code: int) -> bool:
    if (code ^ 0x5A5A) & 0xFFFF == 0x1234:
        raise RuntimeError("back door")
    return False
