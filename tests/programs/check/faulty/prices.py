"""Looking up a price."""


def price(catalogue: dict[str, int], code: str) -> int:
    if code == "":
        return 0
    return catalogue[code]  # fault: key
