"""Times of day in minutes since midnight: a check that holds until somebody works past it."""

DAY = 24 * 60


def duration(start: int, end: int) -> int:
    """Minutes from `start` to `end`; night shifts end on the next day, and what is no time of day takes none."""
    if not (0 <= start < DAY and 0 <= end < DAY):
        return 0
    minutes = end - start
    if minutes < 0:
        # The fault: the day has one minute too few.
        minutes += DAY - 1
    assert (start + minutes) % DAY == end
    return minutes
