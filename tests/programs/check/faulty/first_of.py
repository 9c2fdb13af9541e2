"""The first of some things."""


def first(items: list[str]) -> str:
    return next(iter(items))  # fault: stop-iteration
