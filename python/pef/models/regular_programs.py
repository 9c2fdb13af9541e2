"""A compiled regular expression as a graph of nodes, which matching walks through.

Made from the parse tree that the `re` of this interpreter has for the pattern, so that its syntax is CPython's own. Which
characters a class stands for is found by having `re` itself match all there are: flags, case and categories are its
business. What a node cannot say (atomic groups, possessive repeats, references that ignore case) makes the pattern one that
is not followed.

Not rewritten: nothing symbolic comes here.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from typing import Any

from pef.models.tables import ASCII, Ranges, characters
from pef.startup.records import Record, field

# What `re` is made of; the name of the package differs between versions, and none of them has types.
_NAMES = ("re._compiler", "re._constants", "re._parser")
_OLD_NAMES = ("sre_compile", "sre_constants", "sre_parse")
compiler: Any
constants: Any
parser: Any
compiler, constants, parser = map(importlib.import_module, _NAMES if sys.version_info >= (3, 11) else _OLD_NAMES)

_CODES = 0x110000
_CASE = re.IGNORECASE
# Repeats are written out that many times at the most; longer ones are not followed.
_MOST_COPIES = 200
_MOST_NODES = 2_000


class NotFollowedError(Exception):
    """The pattern has something that nodes cannot say."""


class Node(Record, frozen=False, eq=False):
    """One step; `following` is where it goes on."""

    following: Node | None = None


class Accept(Node, frozen=False, eq=False):
    """The pattern, or the body of an assertion, has matched."""

    whole: bool = True


class One(Node, frozen=False, eq=False):
    """A character of these ranges; `shown` is the method of `str` that is true of just them, where there is one."""

    ranges: Ranges = field(default_factory=list)
    shown: str | None = None


class Choice(Node, frozen=False, eq=False):
    """The first of these that leads to a match.

    With a number it is a loop whose body can match nothing: it is not entered again at the place where it was entered
    last (`body` says which way that is).
    """

    ways: tuple[Node, ...] = ()
    number: int | None = None
    body: Node | None = None


class Enter(Node, frozen=False, eq=False):
    """A loop with this number begins anew."""

    number: int = 0


class Mark(Node, frozen=False, eq=False):
    """Remembers the place: where a group begins (even numbers) or ends (odd ones)."""

    number: int = 0


class At(Node, frozen=False, eq=False):
    """A condition on the place alone, or on the characters around it."""

    kind: Any = None
    words: Ranges = field(default_factory=list)


class Look(Node, frozen=False, eq=False):
    """The body matches, or does not, from here or from `back` characters before."""

    body: Node | None = None
    positive: bool = True
    back: int = 0


class Same(Node, frozen=False, eq=False):
    """The text of a group once more."""

    group: int = 0


class IfGroup(Node, frozen=False, eq=False):
    """One way if a group has matched, another if not."""

    group: int = 0
    then: Node | None = None
    otherwise: Node | None = None


class Program(Record, eq=False):
    """What a pattern is to matching."""

    start: Node
    shortest: int
    longest: int
    loops: int
    """How many loops have numbers."""
    referenced: frozenset[int]
    """Groups whose text or presence the pattern itself asks for."""


@functools.lru_cache(maxsize=500)
def program(pattern: re.Pattern[Any], ascii_only: bool) -> Program | None:
    """The program of a pattern, for texts of ASCII only or for any; nothing for one that is not followed."""
    if pattern.flags & re.LOCALE:
        return None
    tree = parser.parse(pattern.pattern, pattern.flags)
    shortest, longest = tree.getwidth()
    limit = 256 if isinstance(pattern.pattern, bytes) else _CODES
    try:
        writer = _Writer(tree.state, ASCII if ascii_only else limit)
        start = writer.sequence(tree, tree.state.flags, Accept())
    except (NotFollowedError, RecursionError):
        return None
    return Program(start, int(shortest), int(longest), writer.loops, frozenset(writer.referenced))


@functools.lru_cache(maxsize=500)
def has_large_classes(pattern: re.Pattern[Any]) -> bool:
    """Whether it pays to decide first that a text is all ASCII."""
    whole = program(pattern, ascii_only=False)
    return whole is not None and any(len(ranges) > _FEW for ranges in _classes_of(whole.start))


_FEW = 8


def _classes_of(start: Node) -> list[Ranges]:
    found: list[Ranges] = []
    waiting: list[Node | None] = [start]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, One):
            found.append(node.ranges)
        elif isinstance(node, At):
            found.append(node.words)
        elif isinstance(node, Choice):
            waiting += node.ways
        elif isinstance(node, Look):
            waiting.append(node.body)
        elif isinstance(node, IfGroup):
            waiting += [node.then, node.otherwise]
        waiting.append(node.following)
    return found


class _Writer:
    """Writes nodes from the back: each construct is given what comes after it."""

    def __init__(self, state: Any, limit: int) -> None:
        self.state = state
        self.limit = limit
        self.loops = 0
        self.nodes = 0
        self.referenced: set[int] = set()
        self.looking = 0
        self.marked_while_looking: set[int] = set()

    def sequence(self, tree: Any, flags: int, following: Node) -> Node:
        for construct in reversed(list(tree)):
            following = self.construct(construct, flags, following)
        if self.referenced & self.marked_while_looking:
            raise NotFollowedError
        return following

    def construct(self, construct: tuple[Any, Any], flags: int, following: Node) -> Node:
        self.nodes += 1
        if self.nodes > _MOST_NODES:
            raise NotFollowedError
        kind, value = construct
        if kind in (constants.LITERAL, constants.NOT_LITERAL, constants.ANY, constants.IN):
            ranges = self.characters(construct, flags)
            return One(following, ranges, _method_for(ranges) if self.limit == _CODES else None)
        if kind is constants.AT:
            return self.place(value, flags, following)
        if kind is constants.BRANCH:
            return Choice(None, tuple(self.sequence(way, flags, following) for way in value[1]))
        if kind is constants.SUBPATTERN:
            return self.group(value, flags, following)
        if kind in (constants.MAX_REPEAT, constants.MIN_REPEAT):
            return self.repeat(kind is constants.MAX_REPEAT, value, flags, following)
        if kind in (constants.ASSERT, constants.ASSERT_NOT):
            return self.assertion(kind is constants.ASSERT, value, flags, following)
        if kind is constants.GROUPREF and not flags & _CASE:
            self.referenced.add(value)
            return Same(following, value)
        if kind is constants.GROUPREF_EXISTS:
            number, yes, no = value
            self.referenced.add(number)
            then = self.sequence(yes, flags, following)
            return IfGroup(None, number, then, self.sequence(no, flags, following) if no else following)
        raise NotFollowedError

    def group(self, value: Any, flags: int, following: Node) -> Node:
        number, added, removed, body = value
        flags = (flags | added) & ~removed
        if number is None:
            return self.sequence(body, flags, following)
        if self.looking:
            self.marked_while_looking.add(number)
        end = Mark(following, 2 * number - 1)
        return Mark(self.sequence(body, flags, end), 2 * number - 2)

    def assertion(self, positive: bool, value: Any, flags: int, following: Node) -> Node:
        direction, body = value
        back = 0
        if direction < 0:
            back, _ = body.getwidth()
        self.looking += 1
        start = self.sequence(body, flags, Accept(whole=False))
        self.looking -= 1
        return Look(following, start, positive, int(back))

    def repeat(self, greedy: bool, value: Any, flags: int, following: Node) -> Node:
        least, most, body = value
        endless = most is constants.MAXREPEAT
        copies = int(least) if endless else int(most)
        if copies > _MOST_COPIES:
            raise NotFollowedError
        nothing_possible = int(body.getwidth()[0]) == 0
        if nothing_possible and not endless and most > 1:
            # The rule about places where the loop was entered last would have to be kept through the copies.
            raise NotFollowedError
        if endless:
            following = self.endless(greedy, body, flags, following, nothing_possible)
        else:
            after = following
            for _ in range(int(most) - int(least)):
                way = self.sequence(body, flags, following)
                following = Choice(None, (way, after) if greedy else (after, way))
        for _ in range(int(least)):
            following = self.sequence(body, flags, following)
        return following

    def endless(self, greedy: bool, body: Any, flags: int, following: Node, nothing_possible: bool) -> Node:
        loop = Choice()
        way = self.sequence(body, flags, loop)
        loop.ways = (way, following) if greedy else (following, way)
        if nothing_possible:
            loop.number = self.loops
            loop.body = way
            self.loops += 1
            return Enter(loop, loop.number)
        return loop

    def place(self, kind: Any, flags: int, following: Node) -> Node:
        if flags & re.MULTILINE:
            kind = constants.AT_MULTILINE.get(kind, kind)
        words: Ranges = []
        if kind in (constants.AT_BOUNDARY, constants.AT_NON_BOUNDARY):
            category = (constants.CATEGORY, constants.CATEGORY_WORD)
            words = self.characters((constants.IN, [category]), flags)
        return At(following, kind, words)

    def characters(self, construct: tuple[Any, Any], flags: int) -> Ranges:
        """The codes below the limit that one construct stands for."""
        kind, value = construct
        if kind is constants.LITERAL and not flags & _CASE:
            return [(value, value)] if value < self.limit else []
        return list(_ranges_of(repr(construct), _Construct(construct), flags & _OF_CLASSES, self.limit))


def _method_for(ranges: Ranges) -> str | None:
    """The predicate of `str` that is true of these characters alone, if it is one of those that patterns name."""
    if len(ranges) <= _READABLE:
        return None
    return next((method for method in ("isdecimal", "isspace") if ranges == characters(method)), None)


_READABLE = 3
_OF_CLASSES = re.IGNORECASE | re.ASCII | re.UNICODE | re.DOTALL


class _Construct:
    """A construct beside the text that it is known by: it cannot be hashed itself."""

    def __init__(self, value: tuple[Any, Any]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Construct)

    def __hash__(self) -> int:
        return 0


@functools.lru_cache(maxsize=2_000)
def _ranges_of(_: str, construct: _Construct, flags: int, limit: int) -> tuple[tuple[int, int], ...]:
    """The runs of codes that `re` finds for a construct in the text of all codes in their order."""
    is_text = bool(flags & re.UNICODE) or limit == _CODES or bool(flags & re.ASCII)
    state = parser.State()
    state.flags = flags
    if not is_text:
        state.str = b""
    single = parser.SubPattern(state, [construct.value])
    repeated = parser.SubPattern(state, [(constants.MAX_REPEAT, (1, constants.MAXREPEAT, single))])
    runs = compiler.compile(repeated, flags)
    return tuple((run.start(), run.end() - 1) for run in runs.finditer(_all_codes(limit, is_text)))


@functools.lru_cache(maxsize=4)
def _all_codes(limit: int, is_text: bool) -> Any:
    return "".join(map(chr, range(limit))) if is_text else bytes(range(limit))


@functools.lru_cache(maxsize=500)
def template(pattern: re.Pattern[Any], text: Any) -> list[Any]:
    """A replacement with backslashes: literal texts, and numbers for groups. Raises what `re` would."""
    parsed = parser.parse_template(text, pattern)
    if isinstance(parsed, list):
        # A literal and a group in turn.
        return [part for part in parsed if part != text[:0]]
    groups, literals = parsed
    parts: list[Any] = list(literals)
    for place, group in groups:
        parts[place] = group
    return parts
