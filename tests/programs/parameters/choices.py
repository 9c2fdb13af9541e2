"""Parameters that have one of several types."""

from typing import Literal, Optional


def several(value: int | str | list[int] | None) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return "word" if value == "word" else "text"
    if isinstance(value, list):
        return "list"
    return "large" if value > 100 else "small"


def literals(mode: Literal["left", 3, True], shift: Optional[bool]) -> int:
    if mode == "left":
        return 1
    if shift:
        return 2
    return 3
