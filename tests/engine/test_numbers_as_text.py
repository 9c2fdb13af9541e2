"""That an int which becomes text has few enough digits for the interpreter is assumed, and said where it matters."""

from __future__ import annotations

import sys

import pytest

import pef
from pef.results import INTS_AS_TEXT

pytestmark = pytest.mark.skipif(not hasattr(sys, "get_int_max_str_digits"), reason="there is no limit")


def written(x: int) -> str:
    return f"{x}"


def with_a_layout(x: int) -> str:
    return f"{x:>5d}"


def in_a_message(x: int) -> int:
    if x < 0:
        raise ValueError("no %d" % x)  # noqa: UP031
    return x


def printed(x: int) -> None:
    print(x)


def in_hexadecimal(x: int) -> str:
    return f"{x:x}"


def small(x: int) -> str:
    return str(x) if 0 <= x < 100 else ""


def of_a_length(x: str) -> str:
    return str(len(x))


@pytest.mark.parametrize("function", [written, with_a_layout, in_a_message, printed])
def test_it_is_said(function):
    report = pef.check(function)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.assumed == {INTS_AS_TEXT: f"at most {sys.get_int_max_str_digits()} digits"}


@pytest.mark.parametrize("function", [in_hexadecimal, small, of_a_length])
def test_it_is_not_said_where_the_limit_does_not_matter(function):
    report = pef.check(function)
    assert report.verdict is pef.Verdict.VERIFIED
    assert report.assumed == {}


def test_it_is_not_said_where_there_is_no_limit(monkeypatch):
    monkeypatch.setattr(sys, "get_int_max_str_digits", lambda: 0)
    assert pef.check(written).assumed == {}
