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


_WORDS = {"a": "1"}


def looked_up(text: str) -> str:
    """
    :assume: len(text) <= 3
    """
    return re.sub(r"\{(\w)\}", lambda found: _WORDS[found.group(1)], text)


def not_there(text: str) -> str:
    """
    :assume: len(text) <= 2
    """
    return re.compile("x(y)?").sub(lambda found: found[1].upper(), text)


class _Divide:
    def __call__(self, found: "re.Match[str]") -> str:
        return str(10 // int(found.group("digit")))


def divided(text: str) -> str:
    """
    :assume: len(text) <= 1
    """
    return re.subn("(?P<digit>[0-9])", _Divide(), text)[0]


def swapped(text: str) -> None:
    """
    :assume: len(text) <= 3
    """
    assert re.sub(r"(a)(?P<second>b)", r"\g<second>\1", text) != "xba"
