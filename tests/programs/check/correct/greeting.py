"""A greeting for somebody who may have no name."""


def greet(name: str | None, formal: bool) -> str:
    if name is None:
        return "Good day" if formal else "Hello"
    return "Hello " + name
