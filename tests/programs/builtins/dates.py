"""A validator of `YYYY-MM-DD`: February has no 30th, and months count from one."""

DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def _numbers(text: str) -> tuple[int, int, int] | None:
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        return None
    year, month, day = text[:4], text[5:7], text[8:]
    for part in (year, month, day):
        if not (part.isascii() and part.isdigit()):
            return None
    return int(year), int(month), int(day)


def is_valid_faulty(text: str) -> bool:
    numbers = _numbers(text)
    if numbers is None:
        return False
    year, month, day = numbers
    if month > 12:
        return False
    last = DAYS[month - 1]
    if month == 2 and year % 4 == 0:
        last = 29
    # Month zero takes the days of December, and a year that never was is a leap year.
    assert month >= 1 or day < 1 or day > last, "accepted a month that is none"
    return 1 <= day <= last


def is_valid_repaired(text: str) -> bool:
    numbers = _numbers(text)
    if numbers is None:
        return False
    year, month, day = numbers
    if not 1 <= month <= 12:
        return False
    last = DAYS[month - 1]
    if month == 2 and (year % 400 == 0 or (year % 4 == 0 and year % 100 != 0)):
        last = 29
    assert month >= 1 or day < 1 or day > last, "accepted a month that is none"
    return 1 <= day <= last
