"""Evaluating the top of a stack."""


def top_two(stack: list[int]) -> int:
    if len(stack) < 2:
        return 0
    first = stack.pop()
    second = stack.pop()
    return first - second
