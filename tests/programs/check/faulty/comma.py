"""The part before the comma."""


def before_comma(text: str) -> str:
    if len(text) < 2:
        return text
    return text[: text.index(",")]  # fault: value
