"""A greeting for somebody who may have no name."""


def greet(name: str | None, formal: bool) -> str:
    if formal and name is None:
        return "Good day"
    return "Hello " + name.strip()  # fault: attribute
