"""Regular expressions: the way through a pattern is that of `re` itself, and a match is one decision."""

from __future__ import annotations

import random
import re

import pytest

import pef
from pef.models.regular_matching import Ending, Matcher, TooLargeError, Walk
from pef.models.regular_programs import program
from tests.programs import regular

PATTERNS_PER_SEED = 120
TEXTS = 5
FLAGS = (re.NOFLAG if hasattr(re, "NOFLAG") else re.RegexFlag(0), re.IGNORECASE, re.MULTILINE, re.DOTALL)


class _Writer:
    """Writes random patterns with every construct that is followed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.groups = 0

    def pattern(self) -> str:
        self.groups = 0
        return self.alternatives(3)

    def alternatives(self, depth: int) -> str:
        return "|".join(self.sequence(depth) for _ in range(self.random.choice([1, 1, 1, 2, 3])))

    def sequence(self, depth: int) -> str:
        return "".join(self.repeated(depth) for _ in range(self.random.randrange(4)))

    def repeated(self, depth: int) -> str:
        one = self.one(depth)
        counts = ["", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"]
        return one if one in _PLACES else one + self.random.choice(counts)

    def one(self, depth: int) -> str:
        kind = self.random.choice(
            ["letter"] * 5 + ["class", "place"] + ["group"] * 3 + ["plain", "look", "behind", "again"]
        )
        if kind == "class":
            return self.random.choice([".", "[ab]", "[^a]", r"\w", r"\d", r"\s", r"\W"])
        if kind == "place":
            return self.random.choice(_PLACES)
        if kind == "behind":
            return self.random.choice(["(?<=", "(?<!"]) + self.random.choice(["a", "ab", "[bc]", "b|c"]) + ")"
        if kind == "again" and self.groups:
            return f"\\{self.random.randint(1, self.groups)}"
        if kind == "letter" or depth == 0:
            return self.random.choice("abc")
        if kind == "group":
            self.groups += 1
            return f"({self.alternatives(depth - 1)})"
        opening = self.random.choice(["(?=", "(?!"]) if kind == "look" else "(?:"
        return f"{opening}{self.alternatives(depth - 1)})"

    def text(self) -> str:
        return "".join(self.random.choice("aabbc \n1") for _ in range(self.random.randrange(7)))


_PLACES = ["^", "$", r"\b", r"\B", r"\A", r"\Z"]


def _way(pattern: re.Pattern[str], text: str, kind: str):
    """Spans of all groups and the last one, as `Matcher` and `Walk` find them."""
    matcher = Matcher(program(pattern, False), [ord(character) for character in text])
    ending = Ending(at_end=kind == "fullmatch")
    for place in range(len(text) + 1) if kind == "search" else [0]:
        if matcher.matches_at(place, ending):
            walk = Walk(matcher, place, ending)
            spans = [walk.span(group) for group in range(1, pattern.groups + 1)]
            return ((place, walk.end), *spans), walk.last_group
    return None


@pytest.mark.parametrize("seed", range(4))
def test_the_way_through_a_pattern_is_that_of_the_interpreter(seed):
    writer = _Writer(seed)
    compared = 0
    for _ in range(PATTERNS_PER_SEED):
        try:
            pattern = re.compile(writer.pattern(), writer.random.choice(FLAGS))
        except re.error:
            continue
        if program(pattern, False) is None:
            continue
        for text in [writer.text() for _ in range(TEXTS)]:
            for kind in ("search", "match", "fullmatch"):
                found = getattr(pattern, kind)(text)
                expected = None if found is None else (found.regs, found.lastindex)
                try:
                    assert _way(pattern, text, kind) == expected, (pattern, text, kind)
                except TooLargeError:
                    continue
                compared += 1
    assert compared > PATTERNS_PER_SEED


def test_a_match_is_one_decision_whatever_the_length():
    report = pef.check(regular.is_code)
    assert report.verdict.value == "verified"
    outcomes = sorted(path.result for path in pef.explore(regular.is_code))
    # Too long, too short, another text of the right length, and the match.
    assert outcomes == [False, False, False, True]


def test_groups_have_formulas():
    found = [path for path in pef.explore(regular.setting, depth=40, strategy="coverage", time=30) if path.exception]
    assert found[0].args[0].startswith("mode=raw")


def test_replacements_are_called_with_matches():
    finding = next(path for path in pef.explore(regular.replaced, time=30) if path.is_finding)
    assert finding.args in (("e",), ("E",))


def test_a_pattern_that_is_not_followed_is_noted():
    report = pef.check(regular.is_doubled)
    assert [reason.kind.value for reason in report.reasons] == ["concretised"]


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (regular.looked_up, KeyError),
        (regular.not_there, AttributeError),
        (regular.divided, ZeroDivisionError),
        (regular.swapped, AssertionError),
    ],
)
def test_replacements_are_followed(function, error):
    found = [path for path in pef.explore(function, depth=20, paths=200) if isinstance(path.exception, error)]
    assert found
    assert all(path.reproduced for path in found)
