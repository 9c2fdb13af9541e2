"""IPv4 addresses as one number."""


def number_faulty(text: str) -> int:
    parts = text.split(".")
    if len(parts) != 4:
        return -1
    result = 0
    for part in parts:
        # `isdigit` is true of superscripts, which `int` refuses.
        if not part.isdigit() or len(part) > 3:
            return -1
        octet = int(part)
        if octet > 255:
            return -1
        result = result * 256 + octet
    return result


def number_repaired(text: str) -> int:
    parts = text.split(".")
    if len(parts) != 4:
        return -1
    result = 0
    for part in parts:
        if not part.isdecimal() or len(part) > 3:
            return -1
        octet = int(part)
        if octet > 255:
            return -1
        result = result * 256 + octet
    assert 0 <= result < 2**32
    return result
