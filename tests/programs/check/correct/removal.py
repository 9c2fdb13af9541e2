"""Taking one element out."""


def without(items: list[int], item: int) -> list[int]:
    if len(items) > 3:
        return items
    if item in items:
        items.remove(item)
    return items
