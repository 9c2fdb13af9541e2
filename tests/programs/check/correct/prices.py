"""Looking up a price."""


def price(catalogue: dict[str, int], code: str) -> int:
    if code not in catalogue:
        return 0
    return catalogue[code]
