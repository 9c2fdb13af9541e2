"""A name as bytes."""


def label(name: str) -> bytes:
    if len(name) > 4 or not name.isascii():
        return b""
    return name.encode("ascii")
