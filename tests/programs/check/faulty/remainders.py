"""A remainder that is expected not to be negative."""


def bucket(value: int, buckets: int) -> int:
    if buckets == 0:
        return 0
    chosen = value % buckets
    assert chosen >= 0  # fault: assertion
    return chosen
