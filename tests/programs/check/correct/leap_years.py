"""Days in February."""


def february(year: int) -> int:
    if not 1 <= year <= 9999:
        return 0
    days = 29 if year % 400 == 0 or (year % 4 == 0 and year % 100 != 0) else 28
    leap = year % 400 == 0 or (year % 4 == 0 and year % 100 != 0)
    assert days == (29 if leap else 28)
    return days
