"""A name as bytes."""


def label(name: str) -> bytes:
    if len(name) > 4:
        return b""
    return name.encode("ascii")  # fault: unicode
