"""How much of the whole a part is."""


def percentage(part: int, whole: int) -> int:
    if part > whole or whole == 0:
        return 100
    return part * 100 // whole
