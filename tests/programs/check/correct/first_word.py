"""The first word of a line."""


def first_word(line: str) -> str:
    word = line.split(" ", 1)[0]
    return word[0] if word else ""
