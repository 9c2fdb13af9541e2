"""Functions that promise to take any object."""


def doubled(value: object) -> object:
    return value * 2  # type: ignore[operator]


def described(value: object) -> str:
    return "a number" if isinstance(value, int) else "something"


class Careless:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other):
        return self.size == other.size


class Careful:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other):
        return isinstance(other, Careful) and self.size == other.size


class Handlers:
    def on_start(self) -> int:
        return 1

    def on_end(self) -> int:
        return 0


def handled(event: str) -> int:
    handler = getattr(Handlers(), event, None)
    return 0 if handler is None or event.startswith("__") else 1 // handler()
