"""A character by its number."""


def character(code: int) -> str:
    if code < 0 or code > 0x10FFFF:
        return ""
    return chr(code)
