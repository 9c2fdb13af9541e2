"""Ways of passing arguments: by position, by name, collected, left to a default."""

NOTHING = object()


def star(*numbers: int, **named: int) -> int:
    if len(numbers) == 2 and numbers[0] > numbers[1]:
        return 1 // (numbers[0] - 7)
    if "timeout" in named and named["timeout"] == 5:
        raise LookupError("the timeout")
    return 3


def collected(first: int, /, second: int, *rest: int, last: int, **named: int) -> tuple:
    return first, second, rest, last, len(named)


def same_name(number: int, /, **named: int) -> int:
    if "number" in named:
        return 1
    return 0


def with_contract(number: int, /, *, scale: int = 3, **named: int) -> int:
    """
    :assume: len(named) <= 1, number > 0
    :ensure: returnv != 12
    """
    if "number" in named and number == 4:
        return 3 * number
    return 0


def default_in_between(first: int, between=NOTHING, last: int = 4) -> bool:
    if between is not NOTHING:
        return between.no_such_attribute_anywhere
    if last > first:
        return True
    return False


def default_before_star(first: int, between=NOTHING, *rest: int) -> bool:
    if between is not NOTHING:
        return between.no_such_attribute_anywhere
    if len(rest) == 1:
        return True
    return False


def untyped_star(*rest, **named):
    return len(rest) + len(named)


def keys(**named: int) -> int:
    return [len(name) for name in named].index(0)
