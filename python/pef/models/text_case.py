"""Models of the methods that change case.

All is mapped by formula, with tables of what the running interpreter does to single characters. Whether all is ASCII is
decided, and for other characters how long their image is ('ß' becomes 'SS').
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.registry import method_of
from pef.models.text_kinds import kind_of

_UPPER = [(65, 90)]
_LOWER = [(97, 122)]
_LETTERS = _UPPER + _LOWER
# The one letter whose lower case depends on what stands around it.
_SIGMA = 0x3A3
_SMALL_SIGMA = 0x3C3
_LAST_SIGMA = 0x3C2


def _to_lower(code: Any) -> Any:
    return engine.choose(engine.in_ranges(code, _UPPER), code + 32, code)


def _to_upper(code: Any) -> Any:
    return engine.choose(engine.in_ranges(code, _LOWER), code - 32, code)


def _swapped(code: Any) -> Any:
    return engine.choose(engine.in_ranges(code, _UPPER), code + 32, _to_upper(code))


def _mapped(method: str, self: Any, change: Callable[[Any], Any]) -> Any:
    """A mapping that treats characters one by one."""
    kind = kind_of(self)
    codes = engine.codes(self)
    if kind.builtin is not str or kind.all_ascii(codes):
        return kind.build([change(code) for code in codes])
    result: list[Any] = []
    for place, code in enumerate(codes):
        result.extend([change(code)] if code < tables.ASCII else _image(method, codes, place))
    return engine.string(result)


def _image(method: str, codes: list[Any], place: int) -> list[Any]:
    """What a mapping makes of a character beyond ASCII; how long that is gets decided."""
    code = codes[place]
    if method in ("lower", "swapcase") and code == _SIGMA:
        return [engine.choose(_ends_word(codes, place), _LAST_SIGMA, _SMALL_SIGMA)]
    images = tables.case_images(method)
    skipped = 1
    length = 2
    while skipped < len(images):
        if engine.in_ranges(code, tables.sources(method, length)):
            parts = enumerate(images[skipped : skipped + length])
            return [engine.shifted(code, shifts, ("ord(", f".{method}()[{index}])")) for index, shifts in parts]
        skipped += length
        length += 1
    return [engine.shifted(code, images[0], ("ord(", f".{method}())"))]


def _ends_word(codes: list[Any], place: int) -> Any:
    """Whether the sigma at a place ends a word: a letter comes before it, and none after it."""
    return engine.every([_sees_letter(codes[:place][::-1]), not _sees_letter(codes[place + 1 :])])


def _sees_letter(codes: list[Any]) -> Any:
    """Whether a letter with case comes first, apart from marks that do not count."""
    seen: Any = False
    for code in reversed(codes):
        is_letter = engine.in_ranges(code, tables.letters_of_words())
        is_passed = engine.in_ranges(code, tables.passed_over())
        seen = engine.some([is_letter, engine.every([is_passed, seen])])
    return seen


@method_of(str, bytes, bytearray)
def lower(self: Any, /) -> Any:
    return _mapped("lower", self, _to_lower)


@method_of(str, bytes, bytearray)
def upper(self: Any, /) -> Any:
    return _mapped("upper", self, _to_upper)


@method_of(str)
def casefold(self: Any, /) -> Any:
    return _mapped("casefold", self, _to_lower)


@method_of(str, bytes, bytearray)
def swapcase(self: Any, /) -> Any:
    return _mapped("swapcase", self, _swapped)


@method_of(str, bytes, bytearray)
def capitalize(self: Any, /) -> Any:
    kind = kind_of(self)
    codes = engine.codes(self)
    if kind.builtin is not str or kind.all_ascii(codes):
        return kind.build([_to_lower(code) if place else _to_upper(code) for place, code in enumerate(codes)])
    result: list[Any] = []
    for place, code in enumerate(codes):
        if code < tables.ASCII:
            result.append(_to_lower(code) if place else _to_upper(code))
        else:
            result.extend(_image("lower" if place else "title", codes, place))
    return engine.string(result)


@method_of(str, bytes, bytearray)
def title(self: Any, /) -> Any:
    kind = kind_of(self)
    codes = engine.codes(self)
    if kind.builtin is str and not kind.all_ascii(codes):
        return _titled(codes)
    result = []
    inside: Any = False
    for code in codes:
        result.append(engine.choose(inside, _to_lower(code), _to_upper(code)))
        inside = engine.in_ranges(code, _LETTERS)
    return kind.build(result)


def _titled(codes: list[Any]) -> Any:
    result: list[Any] = []
    inside: Any = False
    for place, code in enumerate(codes):
        if code < tables.ASCII:
            result.append(engine.choose(inside, _to_lower(code), _to_upper(code)))
        else:
            result.extend(_image("lower" if inside else "title", codes, place))
        inside = engine.in_ranges(code, tables.cased(), "islower", "istitle")
    return engine.string(result)
