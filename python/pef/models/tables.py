"""Which code points have a property, as ranges, found out from the running interpreter itself.

Not rewritten: nothing symbolic comes here. Tables are made when they are first asked for. There are a million code points,
so loops over all of them are left to C code, or skip blocks in which nothing is to be found.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator

Ranges = list[tuple[int, int]]
Shifts = list[tuple[int, Ranges]]
"""What to add to a code, by the ranges it is in."""

ASCII = 128
_ALL = 0x110000
_BLOCK = 256
_SIGMA = "\N{GREEK CAPITAL LETTER SIGMA}"
_LAST_SIGMA = "\N{GREEK SMALL LETTER FINAL SIGMA}"


@functools.cache
def characters(method: str) -> Ranges:
    """Code points of which `str`'s predicate of that name is true."""
    return _ranges(map(getattr(str, method), map(chr, range(_ALL))))


@functools.cache
def ascii_characters(method: str) -> Ranges:
    """The same among ASCII."""
    return _ranges(map(getattr(str, method), map(chr, range(ASCII))))


@functools.cache
def octets(method: str) -> Ranges:
    """Bytes of which the predicate of `bytes` is true."""
    return _ranges(getattr(bytes([code]), method)() for code in range(256))


@functools.cache
def identifier_parts(limit: int) -> Ranges:
    """Code points below a limit that an identifier may have after its first character."""
    return _ranges(map(str.isidentifier, map("a".__add__, map(chr, range(limit)))))


@functools.cache
def title_only() -> Ranges:
    """Code points that are title case without being upper case."""
    return _listed(code for code in _members(characters("istitle")) if not chr(code).isupper())


@functools.cache
def line_boundaries() -> Ranges:
    """Code points that `str.splitlines` splits at."""
    codes = _blocks(lambda block: len(block.splitlines()) > 1)
    return _listed(code for code in codes if len(f"a{chr(code)}b".splitlines()) == 2)


@functools.cache
def case_images(method: str) -> list[Shifts]:
    """A case mapping of `str` on characters beyond ASCII, by the length of the image.

    First the shifts of characters with one character as their image, then for each longer length the shifts to the first
    character of the image, to the second, and so on.
    """
    images = _images(method)
    longest = max(map(len, images.values()))
    tables = []
    for length in range(1, longest + 1):
        of_length = {code: image for code, image in images.items() if len(image) == length}
        tables += [_shifts({code: ord(image[place]) for code, image in of_length.items()}) for place in range(length)]
    return tables


@functools.cache
def sources(method: str, length: int) -> Ranges:
    """Characters beyond ASCII whose image under a case mapping has this length, more than one."""
    return _listed(code for code, image in _images(method).items() if len(image) == length)


@functools.cache
def _images(method: str) -> dict[int, str]:
    """What a case mapping makes of the characters beyond ASCII that it changes."""
    mapping: Callable[[str], str] = getattr(str, method)

    def changes(block: str) -> bool:
        # One by one: what stands before a character may keep it from being changed.
        apart = "\n".join(block)
        return mapping(apart) != apart

    images = ((code, mapping(chr(code))) for code in _blocks(changes))
    return {code: image for code, image in images if code >= ASCII and image != chr(code)}


@functools.cache
def cased() -> Ranges:
    """Code points that have case, which is what `str.title` begins words by."""
    kinds = ("islower", "isupper", "istitle")
    return _listed(sorted({code for kind in kinds for code in _members(characters(kind))}))


@functools.cache
def letters_of_words() -> Ranges:
    """Code points that make a sigma after them the last letter of a word: those with case that are not looked past."""
    return _makes_last_sigma("")


@functools.cache
def passed_over() -> Ranges:
    """Code points that the rule for the last sigma of a word looks past, and letters of words."""
    return _makes_last_sigma("a")


def _makes_last_sigma(before: str) -> Ranges:
    """Code points with which, after `before`, a sigma that follows is the last letter of a word."""
    # All in one text, for speed. Lines are words apart, and a line's end is no letter of a word.
    line_end = "\n"
    rows = line_end.join(f"{before}{chr(code)}{_SIGMA}" if chr(code) != line_end else _SIGMA for code in range(_ALL))
    return _ranges(row[-1] == _LAST_SIGMA for row in rows.lower().split(line_end))


@functools.cache
def decimal_shifts() -> Shifts:
    """From any script's decimal digits to what they are worth."""
    return _shifts({code: int(chr(code)) for code in _members(characters("isdecimal"))})


def others(ranges: Ranges) -> Ranges:
    """The codes that are in none of the ranges."""
    gaps: Ranges = []
    following = 0
    for low, high in ranges:
        if following < low:
            gaps.append((following, low - 1))
        following = high + 1
    return [*gaps, (following, _ALL - 1)] if following < _ALL else gaps


def either(one: Ranges, other: Ranges) -> Ranges:
    """The codes that are in ranges of either kind, which have none in common."""
    return sorted([*one, *other])


def _blocks(is_of_interest: Callable[[str], bool]) -> Iterator[int]:
    """The code points of blocks that are of interest."""
    for start in range(0, _ALL, _BLOCK):
        if is_of_interest("".join(map(chr, range(start, start + _BLOCK)))):
            yield from range(start, start + _BLOCK)


def _members(ranges: Ranges) -> Iterator[int]:
    for low, high in ranges:
        yield from range(low, high + 1)


def _shifts(mapping: dict[int, int]) -> Shifts:
    by_shift: dict[int, list[int]] = {}
    for code, image in sorted(mapping.items()):
        by_shift.setdefault(image - code, []).append(code)
    return [(shift, _listed(codes)) for shift, codes in by_shift.items()]


def _listed(codes: Iterable[int]) -> Ranges:
    """Ascending codes as ranges."""
    ranges: Ranges = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


def _ranges(marks: Iterable[bool]) -> Ranges:
    return [(run.start(), run.end() - 1) for run in re.finditer(b"\x01+", bytes(marks))]
