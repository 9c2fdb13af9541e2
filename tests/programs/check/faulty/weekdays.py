"""The name of a day of the week."""

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def day_name(number: int) -> str:
    if number > 7:
        return "?"
    return DAYS[number - 1]  # fault: index
