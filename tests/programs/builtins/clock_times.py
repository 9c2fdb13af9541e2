"""A reader of `9:05 pm` by a regular expression whose suffix may be missing."""

import re

_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap]m)?")


def minutes_faulty(text: str) -> int:
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError("not a time")
    hour, minute, half = found.groups()
    # Where there is no suffix the group is None.
    afternoon = half.startswith("p")
    return (int(hour) % 12 + 12 * afternoon) * 60 + int(minute)


def minutes_repaired(text: str) -> int:
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError("not a time")
    hour, minute, half = found.groups()
    afternoon = half is not None and half.startswith("p")
    return (int(hour) % 12 + 12 * afternoon) * 60 + int(minute)
