"""The first word of a line."""


def first_word(line: str) -> str:
    return line.split(" ", 1)[0][0]  # fault: index
