"""The part before the comma."""


def before_comma(text: str) -> str:
    if "," not in text:
        return text
    return text[: text.index(",")]
