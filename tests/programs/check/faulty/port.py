"""Reading a port number."""


def port(text: str) -> int:
    if not text:
        return 80
    return int(text)  # fault: value
