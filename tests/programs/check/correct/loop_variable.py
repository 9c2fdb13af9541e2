"""What a loop found last."""


def last_even(limit: int) -> int:
    if limit > 6:
        return 0
    found = 0
    for number in range(limit):
        if number % 2 == 0:
            found = number
    return found
