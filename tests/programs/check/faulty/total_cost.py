"""A price with a fee that may be missing."""


def total(price: int, fee: int | None) -> int:
    if price > 100:
        return price
    return price + fee  # fault: type
