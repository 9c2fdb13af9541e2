"""Look-ups with symbolic keys, and text taken apart."""

_SMALL = {number * 7: f"name {number}" for number in range(20)}
_LARGE = {number * 7: f"name {number}" for number in range(200)}


def look_up_20(key: int) -> str:
    """One look-up in a dictionary of 20 keys: 21 paths."""
    return _SMALL[key]


def look_up_200(key: int) -> str:
    """One look-up in a dictionary of 200 keys: 201 paths."""
    return _LARGE[key]


def parse_settings(text: str) -> dict[str, str]:
    """Settings of the form `name=value;`; one of them breaks it.

    :assume: len(text) <= 8
    """
    settings = {}
    name, value, in_value = "", "", False
    for character in text:
        if character == "=" and not in_value:
            in_value = True
        elif character == ";" and in_value:
            settings[name] = value
            name, value, in_value = "", "", False
        elif in_value:
            value += character
        else:
            name += character
    assert settings.get("admin") != "1", "the parser lets anybody in"
    return settings


def read_number(text: str) -> int:
    """A decimal number with an optional sign.

    :assume: len(text) <= 3
    :raises: ValueError: True
    """
    sign, digits = 1, text
    if text.startswith("-"):
        sign, digits = -1, text[1:]
    if not digits:
        raise ValueError("no digits")
    number = 0
    for digit in digits:
        if not "0" <= digit <= "9":
            raise ValueError("no digit")
        number = number * 10 + ord(digit) - ord("0")
    return sign * number
