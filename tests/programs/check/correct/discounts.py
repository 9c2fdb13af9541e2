"""A rebate for members."""


def rebate(member: bool, items: int) -> int:
    if items < 0:
        return 0
    share = items + 12 if member else items + 1
    return 100 // share
