"""Programs that use regular expressions."""

import re


def is_code(text: str) -> bool:
    return re.fullmatch(r"[A-Z]{2}-\d{3}", text, re.ASCII) is not None


def setting(line: str) -> str:
    found = re.match(r"(?P<name>[a-z]+)=(?P<value>[a-z]*)", line)
    if found and found["name"] == "mode" and found["value"] == "raw":
        raise KeyError("raw")
    return ""


def replaced(text: str) -> str:
    result = re.sub(r"[aeiou]+", lambda found: found.group()[0].upper(), text)
    assert "E" not in result
    return result


_NOT_FOLLOWED = re.compile(r"(?i)(a)\1")


def is_doubled(text: str) -> bool:
    return _NOT_FOLLOWED.match(text) is not None
