"""A price with a fee that may be missing."""


def total(price: int, fee: int | None) -> int:
    if price > 100 or fee is None:
        return price
    return price + fee
