"""Models of `str.encode` and `bytes.decode`: ASCII, Latin-1 and UTF-8 by formula, others from the plain value with a note.

Which kind of character stands where is decided; which character it is only where somebody reads the text of an error.
"""

from __future__ import annotations

import codecs
from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of, natively, refuse
from pef.models.text_kinds import BYTES, TEXT, kind_of

_LIMITS = {"ascii": 128, "iso8859-1": 256}
_NAMES = {"ascii": "ascii", "iso8859-1": "latin-1", "utf-8": "utf-8"}
_SURROGATES = [(0xD800, 0xDFFF)]
_CONTINUATION = [(0x80, 0xBF)]
# Of each form of a character beyond ASCII: first byte, second byte, how many follow the first.
_FORMS = [
    ((0xC2, 0xDF), (0x80, 0xBF), 1),
    ((0xE0, 0xE0), (0xA0, 0xBF), 2),
    ((0xE1, 0xEC), (0x80, 0xBF), 2),
    ((0xED, 0xED), (0x80, 0x9F), 2),
    ((0xEE, 0xEF), (0x80, 0xBF), 2),
    ((0xF0, 0xF0), (0x90, 0xBF), 3),
    ((0xF1, 0xF3), (0x80, 0xBF), 3),
    ((0xF4, 0xF4), (0x80, 0x8F), 3),
]
_HANDLERS = ("strict", "ignore", "replace")
_QUESTION_MARK = 0x3F
_REPLACEMENT = 0xFFFD
_MARKS = {1: 0xC0, 2: 0xE0, 3: 0xF0}


def _encoding(builtin: Any, self: Any, encoding: Any, errors: Any) -> str | None:
    """Which of the modelled encodings is meant, strictly; nothing for another."""
    if not isinstance(encoding, str) or not isinstance(errors, str):
        refuse(builtin, self, encoding, errors)
    if engine.is_symbolic(encoding) or engine.is_symbolic(errors):
        return None
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return None
    return name if name in _NAMES else None


@method_of(str)
def encode(self: Any, encoding: Any = "utf-8", errors: Any = "strict") -> Any:
    name = _encoding(str.encode, self, encoding, errors)
    if name is None:
        return natively(str.encode, self, encoding, errors)
    codes = engine.codes(self)
    if TEXT.all_ascii(codes):
        return engine.octets(codes)
    if name == "utf-8":
        wrong = [engine.in_ranges(code, _SURROGATES) for code in codes]
    else:
        wrong = [code >= _LIMITS[name] for code in codes]
    if not engine.some(wrong):
        return engine.octets(codes if name != "utf-8" else _utf8_octets(codes))
    if errors in ("ignore", "replace") and name != "utf-8":
        return engine.octets(_handled(codes, wrong, errors, _QUESTION_MARK))
    if errors != "strict":
        return engine.native(str.encode, engine.string([engine.settle(code) for code in codes]), encoding, errors)
    start = 0
    while not wrong[start]:
        start += 1
    end = start + 1
    while end < len(codes) and wrong[end]:
        end += 1
    reason = "surrogates not allowed" if name == "utf-8" else f"ordinal not in range({_LIMITS[name]})"
    raise UnicodeEncodeError(_NAMES[name], self, start, end, reason)


def _handled(codes: list[Any], wrong: list[Any], errors: str, replacement: int) -> list[Any]:
    """The codes with those that are wrong left out, or replaced, which is one formula for each."""
    pairs = list(zip(codes, wrong, strict=True))
    if errors == "replace":
        return [engine.choose(is_wrong, replacement, code) for code, is_wrong in pairs]
    return [code for code, is_wrong in pairs if not is_wrong]


def _utf8_octets(codes: list[Any]) -> list[Any]:
    octets: list[Any] = []
    for code in codes:
        if code < 0x80:
            octets.append(code)
        elif code < 0x800:
            octets.extend(_row(code, 1))
        elif code < 0x10000:
            octets.extend(_row(code, 2))
        else:
            octets.extend(_row(code, 3))
    return octets


def _row(code: Any, following: int) -> list[Any]:
    rest = [0x80 + code // 64**place % 64 for place in reversed(range(following))]
    return [_MARKS[following] + code // 64**following, *rest]


@method_of(bytes, bytearray)
def decode(self: Any, encoding: Any = "utf-8", errors: Any = "strict") -> Any:
    builtin = kind_of(self).builtin.decode
    name = _encoding(builtin, self, encoding, errors)
    if name is None:
        return natively(builtin, self, encoding, errors)
    codes = engine.codes(self)
    if name == "iso8859-1" or BYTES.all_ascii(codes):
        return engine.string(codes)
    if name == "ascii" and errors == "strict":
        place = 0
        while codes[place] < 128:
            place += 1
        raise UnicodeDecodeError("ascii", engine.octets(codes), place, place + 1, "ordinal not in range(128)")
    if name == "ascii" and errors in ("ignore", "replace"):
        return engine.string(_handled(codes, [code >= 128 for code in codes], errors, _REPLACEMENT))
    if name == "utf-8" and errors in _HANDLERS:
        return engine.string(_utf8_points(codes, errors))
    return engine.native(bytes.decode, engine.octets([engine.settle(code) for code in codes]), encoding, errors)


def _utf8_points(codes: list[Any], errors: str) -> list[Any]:
    """The code points that the bytes stand for."""
    points: list[Any] = []
    place = 0
    while place < len(codes):
        if codes[place] < 128:
            points.append(codes[place])
            place += 1
            continue
        following, end, fault = _form(codes, place)
        if fault is None:
            point = codes[place] - _MARKS[following]
            for octet in codes[place + 1 : end]:
                point = point * 64 + octet - 0x80
            points.append(point)
        elif errors == "strict":
            raise UnicodeDecodeError("utf-8", engine.octets(codes), place, end, fault)
        elif errors == "replace":
            points.append(_REPLACEMENT)
        place = end
    return points


def _form(codes: list[Any], place: int) -> tuple[int, int, str | None]:
    """How many bytes follow the one at a place, where the character (or what is wrong) ends, and what is wrong."""
    for first, second, following in _FORMS:
        if not engine.in_ranges(codes[place], [first]):
            continue
        for offset, octet in enumerate(codes[place + 1 : place + 1 + following]):
            if not engine.in_ranges(octet, [second] if offset == 0 else _CONTINUATION):
                return following, place + 1 + offset, "invalid continuation byte"
        if place + following >= len(codes):
            return following, len(codes), "unexpected end of data"
        return following, place + 1 + following, None
    return 0, place + 1, "invalid start byte"
