"""The first of some things."""


def first(items: list[str]) -> str:
    return items[0] if items else ""
