"""Roman numerals to numbers."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def value_faulty(text: str) -> int:
    total = 0
    for index in range(len(text)):
        if text[index] not in VALUES:
            return -1
        value = VALUES[text[index]]
        # The last letter has none after it.
        if text[index + 1] in VALUES and value < VALUES[text[index + 1]]:
            total -= value
        else:
            total += value
    return total


def value_repaired(text: str) -> int:
    total = 0
    for index in range(len(text)):
        if text[index] not in VALUES:
            return -1
        value = VALUES[text[index]]
        if index + 1 < len(text) and text[index + 1] in VALUES and value < VALUES[text[index + 1]]:
            total -= value
        else:
            total += value
    return total
