"""Parameters without a type: what the code does with them says what they may be."""

NOTHING = object()


class Point:
    def __init__(self, across: int, up: int) -> None:
        self.across = across
        self.up = up


def difference(one, two):
    if one - two == 7:
        return "seven"
    return "other"


def greeting(name):
    if name.upper() == "ADA":
        return 1
    return 0


def record(entry):
    if entry["age"] > 18:
        return entry["age"]
    return None


def unpacked(pairs):
    return [one - two for one, two in pairs]


def total(values):
    result = 0
    for value in values:
        result += value
    return result


def diagonal(point):
    if point.across == point.up:
        return True
    return False


def told_apart(value):
    if isinstance(value, str):
        return len(value)
    return value + 1


def called(function, value):
    if function(value) == 3:
        return True
    return False


def with_default(limit=10, missing=None):
    if missing is None and limit > 100:
        return "large"
    return "small"


def sentinel(value=NOTHING):
    if value is NOTHING:
        return "nothing"
    return "something"


def unused(value):
    return 1


def unknown(thing):
    return thing.no_such_attribute_anywhere


def passed_on(count):
    return _declared(count)


def _declared(number: int) -> int:
    return number // 2


def wrong_kind(value):
    return value + 1


def rotated(values, count):
    return values[count:] + values[:count]
