"""A character by its number."""


def character(code: int) -> str:
    if code < 0:
        return ""
    return chr(code)  # fault: value
