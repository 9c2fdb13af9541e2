"""Random expressions of a given kind, by the templates of the grammar."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fuzz.grammar import BOUND, LITERALS, TEMPLATES

_HOLE = re.compile(r"\{\{|\}\}|\{(\w+)(?::(\w))?\}")


class ExpressionWriter:
    """Writes expressions over the variables in reach."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._variables: dict[str, str] = {}
        """Names in reach, with what kind of value they have."""

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def _literal(self, tag: str) -> str:
        return self._random.choice(LITERALS[tag])

    def _expression(self, tag: str, depth: int) -> str:
        names = [name for name, kind in self._variables.items() if kind == tag]
        known = set(self._variables.values())
        if depth <= 0 or self._chance(0.25):
            if names and self._chance(0.85):
                return self._random.choice(names)
            # What no variable is in says nothing.
            derived = [one for one in TEMPLATES[tag] if _share_of_known(one, known) == 1]
            return (
                self._written(self._random.choice(derived), 0) if derived and self._chance(0.6) else self._literal(tag)
            )
        several = [self._random.choice(TEMPLATES[tag]) for _ in range(4)]
        return self._written(max(several, key=lambda one: _share_of_known(one, known)), depth - 1)

    def _written(self, template: str, depth: int) -> str:
        """The template with its holes filled."""
        return _HOLE.sub(lambda hole: self._filled(hole, depth), template)

    def _filled(self, hole: re.Match[str], depth: int) -> str:
        if hole.group(1) is None:
            return hole.group()[0]
        bound = hole.group(2)
        with self._with({bound: BOUND[bound]} if bound else {}):
            text = self._expression(hole.group(1), depth)
        # `-1 .x`, `lambda` and the like need them; the others go when the program is tidied.
        return f"({text})"

    @contextmanager
    def _with(self, names: dict[str, str]) -> Iterator[None]:
        """Names that are in reach for a while; what is bound meanwhile may not be, afterwards."""
        before = dict(self._variables)
        self._variables.update(names)
        yield
        self._variables = before


def _share_of_known(template: str, known: set[str]) -> float:
    holes = _holes(template)
    return sum(hole in known for hole in holes) / len(holes) if holes else 0


@functools.cache
def _holes(template: str) -> list[str]:
    return [hole.group(1) for hole in _HOLE.finditer(template) if hole.group(1)]
