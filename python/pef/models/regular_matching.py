"""Where and how a pattern matches a text, as formulas over its codes.

`leads_to_match` is the condition that a node, at a place, can still bring the whole to a match, whatever backtracking that
takes: one formula, kept for each node and place, so that its size is that of the pattern times that of the text. With it
the way that CPython's backtracking ends up with is found without going back: at every choice, the first way whose
condition holds (`Walk`). Only choices are decisions, and only those that a program asks about by reading a group.

Rejected: a decision for each character that the backtracking matcher of `re` compares. It forks on every failed attempt.

This module is not rewritten, but counts as if it were: it makes conditions of conditions, and decides in `if` alone.
"""

from __future__ import annotations

import re
from typing import Any

from pef import _engine as engine
from pef.models.regular_programs import (
    Accept,
    At,
    Choice,
    Enter,
    IfGroup,
    Look,
    Mark,
    Node,
    One,
    Program,
    Same,
    constants,
)
from pef.models.tables import Ranges

engine.mark_rewritten(globals())

# Conditions of one search. What needs more is left to `re` itself, with a note.
MOST_CONDITIONS = 20_000
LONGEST_TEXT = 300

_NEWLINE = [(10, 10)]

# Versions differ in whether an empty text is anything but a boundary.
_IN_EMPTY_TEXT = {True: re.search(r"\b", "") is not None, False: re.search(r"\B", "") is not None}

State = tuple[Any, ...]
"""What conditions depend on beside the place: where numbered loops were entered last, and spans of referenced groups."""


class TooLargeError(Exception):
    """There are more conditions than it makes sense to build."""


class Matcher:
    """A program and the codes of a text, from its beginning to where the search ends."""

    def __init__(self, program: Program, codes: list[Any]) -> None:
        self.program = program
        self.codes = codes
        self.places = {group: program.loops + index for index, group in enumerate(sorted(program.referenced))}
        self.initial: State = (None,) * program.loops + ((None, None),) * len(self.places)
        self._conditions: dict[tuple[int, int, State, int | None, bool], Any] = {}
        self._members: dict[tuple[int, int], Any] = {}

    def matches_at(self, place: int, ending: Ending) -> Any:
        return self.leads_to_match(self.program.start, place, self.initial, ending)

    def leads_to_match(self, node: Node | None, place: int, state: State, ending: Ending) -> Any:
        """The condition that the rest of the pattern, from this node on, matches from this place on."""
        assert node is not None
        key = (id(node), place, state, ending.not_at, ending.at_end)
        known = self._conditions.get(key)
        if known is None:
            if len(self._conditions) > MOST_CONDITIONS:
                raise TooLargeError
            known = self._conditions[key] = self._condition(node, place, state, ending)
        return known

    def _condition(self, node: Node, place: int, state: State, ending: Ending) -> Any:
        if isinstance(node, Accept):
            return ending.allows(place, len(self.codes)) if node.whole else True
        if isinstance(node, One):
            if place >= len(self.codes):
                return False
            return self._both(self.is_member(place, node.ranges, node.shown), node, place + 1, state, ending)
        if isinstance(node, Choice):
            ways = [self.leads_to_match(way, place, after, ending) for way, after in self.ways(node, place, state)]
            return engine.some(ways)
        if isinstance(node, Mark | Enter):
            return self.leads_to_match(node.following, place, self.after(node, place, state), ending)
        if isinstance(node, At):
            return self._both(self.holds_at(node, place), node, place, state, ending)
        if isinstance(node, Look):
            return self._both(self.is_seen(node, place, state), node, place, state, ending)
        if isinstance(node, Same):
            length, same = self.repeats(node, place, state)
            return self._both(same, node, place + length, state, ending)
        if isinstance(node, IfGroup):
            return self.leads_to_match(self.branch(node, state), place, state, ending)
        raise TypeError(f"no condition for {node}")

    def _both(self, condition: Any, node: Node, place: int, state: State, ending: Ending) -> Any:
        if condition is False:
            return False
        return engine.every([condition, self.leads_to_match(node.following, place, state, ending)])

    def ways(self, node: Choice, place: int, state: State) -> list[tuple[Node, State]]:
        """The ways that are open at a choice, first things first."""
        if node.number is None:
            return [(way, state) for way in node.ways]
        entered = (*state[: node.number], place, *state[node.number + 1 :])
        again = state[node.number] != place
        return [(way, entered if way is node.body else state) for way in node.ways if again or way is not node.body]

    def after(self, node: Mark | Enter, place: int, state: State) -> State:
        if isinstance(node, Enter):
            return (*state[: node.number], None, *state[node.number + 1 :])
        at = self.places.get(node.number // 2 + 1)
        if at is None:
            return state
        start, end = state[at]
        span = (start, place) if node.number % 2 else (place, end)
        return (*state[:at], span, *state[at + 1 :])

    def is_member(self, place: int, ranges: Ranges, shown: str | None = None) -> Any:
        key = (place, id(ranges))
        if key not in self._members:
            self._members[key] = engine.in_ranges(self.codes[place], ranges, shown)
        return self._members[key]

    def holds_at(self, node: At, place: int) -> Any:
        last = len(self.codes)
        kind = node.kind
        if kind in (constants.AT_BEGINNING, constants.AT_BEGINNING_STRING):
            return place == 0
        if kind is constants.AT_END_STRING:
            return place == last
        if kind is constants.AT_BEGINNING_LINE:
            return place == 0 or self.is_member(place - 1, _NEWLINE)
        if kind is constants.AT_END_LINE:
            return place == last or self.is_member(place, _NEWLINE)
        if kind is constants.AT_END:
            return place == last or (place == last - 1 and self.is_member(place, _NEWLINE))
        if kind is constants.AT_BOUNDARY:
            return self.is_boundary(node, place, True)
        if kind is constants.AT_NON_BOUNDARY:
            return self.is_boundary(node, place, False)
        raise TypeError(f"no condition for {kind}")

    def is_boundary(self, node: At, place: int, wanted: bool) -> Any:
        if not self.codes:
            return _IN_EMPTY_TEXT[wanted]
        before = self.is_member(place - 1, node.words) if place > 0 else False
        after = self.is_member(place, node.words) if place < len(self.codes) else False
        one = engine.every([before, engine.negation(after)])
        other = engine.every([engine.negation(before), after])
        boundary = engine.some([one, other])
        return boundary if wanted else engine.negation(boundary)

    def is_seen(self, node: Look, place: int, state: State) -> Any:
        """Whether an assertion holds."""
        start = place - node.back
        seen = start >= 0 and self.leads_to_match(node.body, start, state, ANYWHERE)
        return seen if node.positive else engine.negation(seen)

    def repeats(self, node: Same, place: int, state: State) -> tuple[int, Any]:
        """How long the text of a group is, and whether it stands here again."""
        start, end = state[self.places[node.group]]
        if start is None or end is None or end < start:
            return 0, False
        return end - start, engine.same(self.codes, place, self.codes[start:end])

    def branch(self, node: IfGroup, state: State) -> Node | None:
        start, end = state[self.places[node.group]]
        return node.otherwise if start is None or end is None else node.then


class Ending:
    """Where a match may end: anywhere, at the end only, or not where it began."""

    def __init__(self, at_end: bool = False, not_at: int | None = None) -> None:
        self.at_end = at_end
        self.not_at = not_at

    def allows(self, place: int, last: int) -> bool:
        return not (self.at_end and place != last) and place != self.not_at


ANYWHERE = Ending()


class Walk:
    """The way of a match from a place from which there is one. Decides at every choice."""

    def __init__(self, matcher: Matcher, place: int, ending: Ending) -> None:
        self.marks: dict[int, int] = {}
        self.last_group: int | None = None
        self.matcher = matcher
        self.end = self._go(matcher.program.start, place, matcher.initial, ending)

    def _go(self, node: Node | None, place: int, state: State, ending: Ending) -> int:
        matcher = self.matcher
        while not isinstance(node, Accept):
            if isinstance(node, Choice):
                node, state = self._chosen(node, place, state, ending)
                continue
            if isinstance(node, IfGroup):
                node = matcher.branch(node, state)
                continue
            assert node is not None
            if isinstance(node, One):
                place += 1
            elif isinstance(node, Same):
                place += matcher.repeats(node, place, state)[0]
            elif isinstance(node, Look) and node.positive:
                self._go(node.body, place - node.back, state, ANYWHERE)
            elif isinstance(node, Mark | Enter):
                self._mark(node, place)
                state = matcher.after(node, place, state)
            node = node.following
        return place

    def _mark(self, node: Mark | Enter, place: int) -> None:
        if isinstance(node, Mark):
            self.marks[node.number] = place
            if node.number % 2:
                self.last_group = node.number // 2 + 1

    def _chosen(self, node: Choice, place: int, state: State, ending: Ending) -> tuple[Node, State]:
        ways = self.matcher.ways(node, place, state)
        for way, after in ways[:-1]:
            if self.matcher.leads_to_match(way, place, after, ending):
                return way, after
        # One of them leads to a match, so it is the last one.
        return ways[-1]

    def span(self, group: int) -> tuple[int, int]:
        start, end = self.marks.get(2 * group - 2), self.marks.get(2 * group - 1)
        return (-1, -1) if start is None or end is None else (start, end)
