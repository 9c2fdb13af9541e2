"""A setting of the form key=value."""


def setting(text: str) -> str:
    if "=" not in text:
        return ""
    key, value = text.split("=")  # fault: value
    return value
