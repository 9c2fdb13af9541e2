"""Texts that are cut up, and pieces that are compared with long constants."""


def first_line(s: str) -> str:
    lines = s.split("\n")
    if lines[0] == "Traceback (most recent call last):":
        return lines[1]
    return ""


def first_of_lines(s: str) -> str:
    lines = s.splitlines()
    if lines and lines[0] == "Traceback (most recent call last):":
        return lines[1]
    return ""


def first_word(s: str) -> str:
    words = s.split()
    if words and words[0] == "a-word-that-nobody-comes-to-by-characters":
        return words[1]
    return ""


def header(s: str) -> str:
    parts = s.split(":", 1)
    if parts[0] == "Content-Security-Policy-Report-Only":
        return parts[1]
    return ""


def extension(s: str) -> str:
    parts = s.rsplit(".", 1)
    if parts[-1] == "an-extension-that-is-longer-than-most-names":
        return parts[1]
    return ""


def octets(s: bytes) -> bytes:
    parts = s.split(b"\r\n")
    if parts[0] == b"HTTP/1.1 505 HTTP Version Not Supported":
        return parts[1]
    return b""


def rest_of(s: str) -> str:
    """
    :assume: len(s) <= 12
    """
    before, found, after = s.partition("\n")
    if found and before == "Traceback":
        assert after != "E"
    return ""


def last_of(s: str) -> None:
    """
    :assume: len(s) <= 12
    """
    before, found, after = s.rpartition("::")
    if found and after == "settings":
        assert before != "a"


def overlapping(s: str) -> None:
    """
    :assume: len(s) <= 3
    """
    before, found, after = s.partition("::")
    if found:
        assert before != ":" and "::" not in before
        assert s == before + "::" + after
        behind = s.rsplit("::", 1)[-1]
        assert behind != ":" or s == ":::"


def same_cut(s: str) -> None:
    """
    :assume: len(s) <= 3
    """
    if "," in s:
        one, two = s.split(",", 1)
        assert len(one) + len(two) + 1 == len(s)
        assert one == s[: len(one)]
        three, four = s.rsplit(",", 1)
        assert "," not in four and three + "," + four == s
