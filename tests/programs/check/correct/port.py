"""Reading a port number."""


def port(text: str) -> int:
    if not (0 < len(text) <= 5 and text.isascii() and text.isdigit()):
        return 80
    return int(text)
