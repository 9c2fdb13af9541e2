"""Taking one element out."""


def without(items: list[int], item: int) -> list[int]:
    if not items:
        return []
    items.remove(item)  # fault: value
    return items
