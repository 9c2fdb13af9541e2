"""A character by its number."""


def character(code: int) -> str:
    if code < 0 or code > 0xFFFFFFF:
        return ""
    return chr(code)  # fault: value
