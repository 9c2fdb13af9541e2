"""Balanced brackets."""

PAIRS = {")": "(", "]": "["}


def is_balanced_faulty(text: str) -> bool:
    stack = []
    for character in text:
        if character in "([":
            stack.append(character)
        elif character in ")]":
            if stack.pop() != PAIRS[character]:
                return False
    return not stack


def is_balanced_repaired(text: str) -> bool:
    stack = []
    for character in text:
        if character in "([":
            stack.append(character)
        elif character in ")]":
            if not stack or stack.pop() != PAIRS[character]:
                return False
    return not stack
