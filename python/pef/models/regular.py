"""Models of `re`: whether a pattern matches is one decision; where, and what its groups are, only if it is asked for.

The length of the text is decided first, as far as the pattern depends on it. Patterns that `regular_programs` cannot say,
symbolic patterns, and texts that would need too many conditions go to `re` itself, with a note.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from pef import _engine as engine
from pef.models.registry import function as model_of
from pef.models.registry import method_with_numbers, natively, refuse
from pef.models.regular_matching import LONGEST_TEXT, Ending, Matcher, TooLargeError, Walk
from pef.models.regular_programs import has_large_classes, program, template
from pef.models.text_kinds import SIZE, kind_of, machine_int

_ENDLESS = 1 << 31
# Flags that would have to be shown with the pattern.
_SHOWN_WITHOUT = re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII


class _Text:
    """A text that a pattern is looked for in, and the part of it that is looked at."""

    def __init__(self, pattern: Any, string: Any, matcher: Matcher, first: int) -> None:
        self.pattern = pattern
        self.string = string
        self.matcher = matcher
        self.first = first
        self.last = len(matcher.codes)
        self.is_whole = bool(self.last == len(string)) and not pattern.flags & _SHOWN_WITHOUT

    def piece(self, start: int, end: int) -> Any:
        """A part of the text, which is bytes for any buffer."""
        codes = self.matcher.codes[start:end]
        return engine.string(codes) if isinstance(self.string, str) else engine.octets(codes)

    def show(self, condition: Any, function: str) -> None:
        """Has a condition on the whole of an input printed as the call that asks for it."""
        name = engine.input_name(self.string)
        if name is not None and self.is_whole:
            engine.shown_as(condition, f"re.{function}({self.pattern.pattern!r}, {name})")

    def found_from(self, first: int, advance: bool) -> SymbolicMatch | None:
        """The next match that begins at a place or after it; with `advance` it may not be empty right there."""
        places = range(first, self.last + 1)
        endings = [Ending(not_at=first if advance and place == first else None) for place in places]
        conditions = [self.matcher.matches_at(*pair) for pair in zip(places, endings, strict=True)]
        found = engine.some(conditions)
        if first == 0 and not advance:
            self.show(found, "search")
        if found:
            return SymbolicMatch(self, list(zip(places, endings, conditions, strict=True)))
        return None

    def matched(self, at_end: bool) -> SymbolicMatch | None:
        """The match at the first place."""
        ending = Ending(at_end=at_end)
        condition = self.matcher.matches_at(self.first, ending)
        if self.first == 0:
            self.show(condition, "fullmatch" if at_end else "match")
        return SymbolicMatch(self, [(self.first, ending, True)]) if condition else None

    def all_found(self, most: Any = 0) -> Iterator[SymbolicMatch]:
        """One match after the other, up to a number of them; zero for any number."""
        place, advance, count = self.first, False, 0
        while not most or count < most:
            found = self.found_from(place, advance)
            if found is None:
                return
            yield found
            start, place = found.span()
            advance = start == place
            count += 1


class SymbolicMatch:
    """What `re.Match` is for a text with symbolic characters. Where it is found is decided when it is asked for."""

    def __init__(self, text: _Text, candidates: list[tuple[int, Ending, Any]]) -> None:
        self._text = text
        self._candidates = candidates
        self._walk: Walk | None = None
        self._start = 0

    __class__ = property(lambda self: re.Match)

    def _walked(self) -> Walk:
        if self._walk is None:
            chosen = len(self._candidates) - 1
            for number in range(chosen):
                if self._candidates[number][2]:
                    chosen = number
                    break
            place, ending, _ = self._candidates[chosen]
            self._start = place
            self._walk = Walk(self._text.matcher, place, ending)
        return self._walk

    def _number(self, group: Any) -> int:
        names = self._text.pattern.groupindex
        if isinstance(group, str):
            if group in names:
                return int(names[group])
            raise IndexError("no such group")
        if not hasattr(group, "__index__"):
            raise IndexError("no such group")
        number = group.__index__()
        if number < 0 or number > self._text.pattern.groups:
            raise IndexError("no such group")
        return int(engine.settle(number))

    def _span(self, number: int) -> tuple[int, int]:
        walk = self._walked()
        return (self._start, walk.end) if number == 0 else walk.span(number)

    def _piece(self, number: int, default: Any = None) -> Any:
        start, end = self._span(number)
        return default if start < 0 else self._text.piece(start, end)

    def group(self, *groups: Any) -> Any:
        if len(groups) == 0:
            return self._piece(0)
        pieces = tuple([self._piece(self._number(group)) for group in groups])
        return pieces if len(groups) > 1 else pieces[0]

    def __getitem__(self, group: Any) -> Any:
        return self._piece(self._number(group))

    def groups(self, default: Any = None) -> Any:
        return tuple([self._piece(number, default) for number in range(1, self._text.pattern.groups + 1)])

    def groupdict(self, default: Any = None) -> Any:
        return {name: self._piece(number, default) for name, number in self._text.pattern.groupindex.items()}

    def start(self, group: Any = 0, /) -> Any:
        return self._span(self._number(group))[0]

    def end(self, group: Any = 0, /) -> Any:
        return self._span(self._number(group))[1]

    def span(self, group: Any = 0, /) -> Any:
        return self._span(self._number(group))

    def expand(self, text: Any) -> Any:
        parts = _template(self._text.pattern, text)
        if parts is None:
            parts = template(self._text.pattern, engine.concretise(text, "call of re.Match.expand"))
        return _expanded(parts, self)

    @property
    def regs(self) -> Any:
        return tuple([self._span(number) for number in range(self._text.pattern.groups + 1)])

    @property
    def lastindex(self) -> Any:
        return self._walked().last_group

    @property
    def lastgroup(self) -> Any:
        last = self._walked().last_group
        names = {number: name for name, number in self._text.pattern.groupindex.items()}
        return names.get(last)

    @property
    def pos(self) -> Any:
        return self._text.first

    @property
    def endpos(self) -> Any:
        return self._text.last

    @property
    def re(self) -> Any:
        return self._text.pattern

    @property
    def string(self) -> Any:
        return self._text.string

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _: Any) -> Any:
        return self

    def __repr__(self) -> Any:
        return f"<re.Match object; span={self._span(0)!r}, match={self._piece(0)!r}>"


def _text(pattern: Any, string: Any, pos: Any = 0, endpos: Any = None) -> _Text | None:
    """What is looked at; nothing where `re` itself has to look."""
    if engine.is_symbolic(pattern) or not isinstance(pattern, re.Pattern):
        return None
    is_text = isinstance(pattern.pattern, str)
    if not isinstance(string, str if is_text else (bytes, bytearray)):
        return None
    if program(pattern, False) is None:
        return None
    codes = engine.codes(string)
    if len(codes) > LONGEST_TEXT:
        return None
    last = len(codes) if endpos is None else _clipped(endpos, len(codes))
    first = _clipped(pos, last)
    seen = codes[:last]
    ascii_only = False
    if has_large_classes(pattern) and kind_of(string).all_ascii(seen):
        ascii_only = True
    known = program(pattern, ascii_only)
    return None if known is None else _Text(pattern, string, Matcher(known, seen), first)


def _clipped(place: Any, length: int) -> int:
    if place <= 0:
        return 0
    return length if place >= length else int(engine.settle(place))


def _is_too_short(pattern: Any, string: Any) -> Any:
    """Whether the length alone rules a match out, decided without fixing the length."""
    known = program(pattern, False)
    return known is not None and known.shortest > 0 and len(string) < known.shortest


def _is_too_long(pattern: Any, string: Any) -> Any:
    """Whether there is more text than the whole pattern can match, decided without fixing the length."""
    known = program(pattern, False)
    return known is not None and known.longest < _ENDLESS and len(string) > known.longest


def _one(native: Any, pattern: Any, string: Any, pos: Any, endpos: Any, find: Any, at_end: bool = False) -> Any:
    """What a method that looks for one match gives."""
    if not _is_kind(pattern, string):
        return refuse(native, pattern, string)
    pos, endpos = _bounds(native, pattern, string, pos, endpos)
    if _is_too_short(pattern, string):
        return None
    is_whole = endpos is None and not engine.is_symbolic(pos) and pos <= 0
    if at_end and is_whole and _is_too_long(pattern, string):
        return None
    return _followed(native, pattern, string, pos, endpos, find)


def _many(native: Any, pattern: Any, string: Any, pos: Any, endpos: Any, find: Any) -> Any:
    """What a method that looks for all matches gives."""
    if not _is_kind(pattern, string):
        return refuse(native, pattern, string)
    return _followed(native, pattern, string, *_bounds(native, pattern, string, pos, endpos), find)


def _bounds(native: Any, pattern: Any, string: Any, pos: Any, endpos: Any) -> tuple[Any, Any]:
    pos = machine_int(native, SIZE, pos, pattern, string, pos)
    return pos, None if endpos is None else machine_int(native, SIZE, endpos, pattern, string, 0, endpos)


def _followed(native: Any, pattern: Any, string: Any, pos: Any, endpos: Any, find: Any) -> Any:
    try:
        text = _text(pattern, string, pos, endpos)
        if text is not None:
            return find(text)
    except (TooLargeError, RecursionError):
        pass
    given = [string, pos] if endpos is None else [string, pos, endpos]
    return natively(native, pattern, *given)


def _is_kind(pattern: Any, string: Any) -> bool:
    return isinstance(string, str if isinstance(pattern.pattern, str) else (bytes, bytearray))


def _match(self: Any, string: Any, pos: Any = 0, endpos: Any = None) -> Any:
    return _one(re.Pattern.match, self, string, pos, endpos, lambda text: text.matched(False))


def _fullmatch(self: Any, string: Any, pos: Any = 0, endpos: Any = None) -> Any:
    return _one(re.Pattern.fullmatch, self, string, pos, endpos, lambda text: text.matched(True), at_end=True)


def _find(self: Any, string: Any, pos: Any = 0, endpos: Any = None) -> Any:
    return _one(re.Pattern.search, self, string, pos, endpos, lambda text: text.found_from(text.first, False))


def _findall(self: Any, string: Any, pos: Any = 0, endpos: Any = None) -> Any:
    return _many(re.Pattern.findall, self, string, pos, endpos, _all_pieces)


def _all_pieces(text: _Text) -> list[Any]:
    empty = text.string[:0] if isinstance(text.string, str) else b""
    groups = text.pattern.groups
    if groups == 0:
        return [found.group() for found in text.all_found()]
    if groups == 1:
        return [found._piece(1, empty) for found in text.all_found()]
    return [found.groups(empty) for found in text.all_found()]


def _finditer(self: Any, string: Any, pos: Any = 0, endpos: Any = None) -> Any:
    return _many(re.Pattern.finditer, self, string, pos, endpos, lambda text: iter(list(text.all_found())))


def _split(self: Any, string: Any, maxsplit: Any = 0) -> Any:
    if not _is_kind(self, string):
        return refuse(re.Pattern.split, self, string, maxsplit)
    maxsplit = machine_int(re.Pattern.split, SIZE, maxsplit, self, string, maxsplit)
    try:
        text = _text(self, string)
        if text is not None:
            return _pieces(text, maxsplit)
    except (TooLargeError, RecursionError):
        pass
    return natively(re.Pattern.split, self, string, maxsplit)


def _pieces(text: _Text, most: Any) -> list[Any]:
    pieces = []
    last = 0
    if most >= 0:
        for found in text.all_found(most):
            pieces.append(text.piece(last, found.start()))
            pieces.extend(found.groups())
            last = found.end()
    pieces.append(text.piece(last, text.last))
    return pieces


def _sub(self: Any, repl: Any, string: Any, count: Any = 0) -> Any:
    count = machine_int(re.Pattern.sub, SIZE, count, self, repl, string, count)
    replaced = _replaced(self, repl, string, count)
    return natively(re.Pattern.sub, self, repl, string, count) if replaced is None else replaced[0]


def _subn(self: Any, repl: Any, string: Any, count: Any = 0) -> Any:
    count = machine_int(re.Pattern.subn, SIZE, count, self, repl, string, count)
    replaced = _replaced(self, repl, string, count)
    return natively(re.Pattern.subn, self, repl, string, count) if replaced is None else replaced


def _replaced(pattern: Any, repl: Any, string: Any, most: Any) -> Any:
    """The text with matches replaced and how many there were; nothing where `re` itself has to do it."""
    if not _is_kind(pattern, string):
        return None
    filling = repl if callable(repl) else _template(pattern, repl)
    matches = None if filling is None else _matches(pattern, string, most)
    if matches is None:
        return None
    # All of them are known before the program's own function is called, whose errors are its own.
    parts: list[Any] = []
    last = 0
    for found in matches:
        parts += _between(string, last, found.start())
        parts.append(_expanded(filling, found) if isinstance(filling, list) else filling(found))
        last = found.end()
    parts += _between(string, last, len(string))
    empty = "" if isinstance(string, str) else b""
    return empty.join([part for part in parts if part is not None]), len(matches)


def _matches(pattern: Any, string: Any, most: Any) -> Any:
    """The matches that are replaced; those of a plain text are what `re` finds."""
    if most < 0:
        return []
    if not engine.is_symbolic(string):
        found = engine.native(re.Pattern.finditer, pattern, string)
        return list(itertools.islice(found, engine.settle(most)) if most > 0 else found)
    try:
        text = _text(pattern, string)
        return None if text is None else list(text.all_found(most))
    except (TooLargeError, RecursionError):
        return None


def _between(string: Any, start: int, end: int) -> list[Any]:
    piece = string[start:end]
    return [piece if isinstance(piece, str) else bytes(piece)] if start < end else []


def _template(pattern: Any, text: Any) -> Any:
    """What to put in place of a match: literal texts and numbers of groups. Nothing if that is not known."""
    if not _is_kind(pattern, text):
        return None
    backslash = "\\" if isinstance(text, str) else b"\\"
    if backslash not in text:
        return [text]
    return None if engine.is_symbolic(text) else template(pattern, text)


def _expanded(parts: Any, found: Any) -> Any:
    empty: Any = "" if isinstance(found.string, str) else b""
    return empty.join([_group_text(found, part, empty) if isinstance(part, int) else part for part in parts])


def _group_text(found: Any, group: int, empty: Any) -> Any:
    piece = found[group]
    return empty if piece is None else piece


_METHODS: dict[str, Callable[..., Any]] = {
    "match": _match,
    "fullmatch": _fullmatch,
    "search": _find,
    "findall": _findall,
    "finditer": _finditer,
    "split": _split,
    "sub": _sub,
    "subn": _subn,
}
for _name, _method in _METHODS.items():
    method_with_numbers(re.Pattern, _name, _method, trigger="any")


def _function(name: str, method: Any) -> None:
    def with_text(pattern: Any, string: Any, flags: Any = 0) -> Any:
        return method(_compiled(pattern, flags), string)

    model_of(getattr(re, name), trigger="any")(with_text)


for _name in ("match", "fullmatch", "search", "findall", "finditer"):
    _function(_name, _METHODS[_name])


@model_of(re.split, trigger="any")
def split(pattern: Any, string: Any, maxsplit: Any = 0, flags: Any = 0) -> Any:
    return _split(_compiled(pattern, flags), string, maxsplit)


@model_of(re.sub, trigger="any")
def sub(pattern: Any, repl: Any, string: Any, count: Any = 0, flags: Any = 0) -> Any:
    return _sub(_compiled(pattern, flags), repl, string, count)


@model_of(re.subn, trigger="any")
def subn(pattern: Any, repl: Any, string: Any, count: Any = 0, flags: Any = 0) -> Any:
    return _subn(_compiled(pattern, flags), repl, string, count)


def _compiled(pattern: Any, flags: Any) -> Any:
    if engine.is_symbolic(pattern) or engine.is_symbolic(flags):
        return natively(re.compile, pattern, flags)
    return engine.native(re.compile, pattern, flags)


@model_of(re.escape, trigger="any")
def escape(pattern: Any) -> Any:
    if not isinstance(pattern, str):
        return natively(re.escape, pattern)
    return pattern.translate({code: "\\" + chr(code) for code in b"()[]{}?*+-|^$\\.&~# \t\n\r\v\f"})
