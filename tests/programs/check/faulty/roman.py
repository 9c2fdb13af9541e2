"""The value of a Roman digit."""

DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def digit(symbol: str) -> int:
    if len(symbol) != 1:
        return 0
    return DIGITS[symbol]  # fault: key
