"""Models of the methods that change case.

ASCII is mapped by formula. Of other characters, those that the mapping leaves alone stay as they are; for any other
the run depends on which it is, and the interpreter maps it: the result may be longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.kinds import kind_of
from pef.models.registry import method_of

_UPPER = [(65, 90)]
_LOWER = [(97, 122)]
_LETTERS = _UPPER + _LOWER
# The one letter whose lower case depends on what stands around it.
_SIGMA = 0x3A3


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
    changed = tables.changed_by(method)
    result: list[Any] = []
    for code in codes:
        if code < tables.ASCII:
            result.append(change(code))
        elif not engine.in_ranges(code, changed):
            result.append(code)
        else:
            known = engine.settle(code)
            if known == _SIGMA and method != "upper" and method != "casefold":
                return _settled(method, codes)
            result.extend(engine.codes(engine.native(getattr(str, method), engine.native(chr, known))))
    return engine.string(result)


def _settled(method: str, codes: list[Any]) -> Any:
    """What the interpreter makes of the text, on every character of which the run now depends."""
    text = engine.string([engine.settle(code) for code in codes])
    return engine.native(getattr(str, method), text)


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
    return _settled("capitalize", codes)


@method_of(str, bytes, bytearray)
def title(self: Any, /) -> Any:
    kind = kind_of(self)
    codes = engine.codes(self)
    if kind.builtin is str and not kind.all_ascii(codes):
        return _settled("title", codes)
    result = []
    inside: Any = False
    for code in codes:
        result.append(engine.choose(inside, _to_lower(code), _to_upper(code)))
        inside = engine.in_ranges(code, _LETTERS)
    return kind.build(result)
