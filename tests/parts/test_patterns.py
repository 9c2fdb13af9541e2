"""Patterns that are compiled late are patterns."""

from __future__ import annotations

import re

import pytest

from pef.startup.lazy_patterns import pattern


def test_they_find_what_compiled_ones_find() -> None:
    late, compiled = pattern(r"(?P<a>\d+)-?"), re.compile(r"(?P<a>\d+)-?")
    for text in ("", "1", "x12-3", "٣"):
        assert late.findall(text) == compiled.findall(text)
        assert late.sub("_", text) == compiled.sub("_", text)
        for name in ("match", "search", "fullmatch"):
            one, two = getattr(late, name)(text), getattr(compiled, name)(text)
            assert (one and one.span("a")) == (two and two.span("a"))


def test_flags_and_bytes() -> None:
    assert pattern("a.b", re.DOTALL | re.IGNORECASE).match("A\nB")
    assert pattern(rb"\d+").findall(b"1 22") == [b"1", b"22"]


def test_what_is_wrong_is_said_when_it_is_used() -> None:
    wrong = pattern("(")
    with pytest.raises(re.error):
        wrong.match("x")


def test_nothing_else_is_asked_of_them() -> None:
    with pytest.raises(AttributeError):
        pattern("a").pattern  # noqa: B018
