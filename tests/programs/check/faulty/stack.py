"""Evaluating the top of a stack."""


def top_two(stack: list[int]) -> int:
    if not stack:
        return 0
    first = stack.pop()
    second = stack.pop()  # fault: index
    return first - second
