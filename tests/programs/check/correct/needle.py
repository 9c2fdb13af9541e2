"""One input in very many."""


def scale(code: int) -> int:
    if code < 0:
        code = -code
    return 1000 // (code * 3 - 428570)
