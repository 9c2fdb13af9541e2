"""Models of `format` and of the fields of f-strings.

The plain text comes from the interpreter itself, at once, and with it any complaint about the format; the characters of
symbolic fields are worked out when somebody looks at them. What is not modelled here (locales, zeros grouped by commas)
is formatted from the plain value with a note.
"""

from __future__ import annotations

import re
from typing import Any

from pef import _engine as engine
from pef.models.float_formats import formatted_float
from pef.models.numerals import digits
from pef.models.registry import function_of_symbolic, natively, refuse
from pef.models.representation import represented, text
from pef.startup.lazy_patterns import pattern

_SPECIFICATION = pattern(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?z?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<grouping>[,_])?(?:\.(?P<precision>\d+))?(?P<type>[a-zA-Z%])?\Z",
    re.DOTALL,
)
_DIGITS = [(48, 57)]
_BASES = {"d": 10, "b": 2, "o": 8, "x": 16, "X": 16}
_OF_FLOATS = "eEfFgG%"
_MINUS, _PLUS, _SPACE, _ZERO = 45, 43, 32, 48


def _is_modelled(value: Any) -> bool:
    """Whether the value is a symbolic one whose text can be worked out."""
    return engine.is_symbolic(value) and type(value) in (str, int, bool)


@function_of_symbolic(format)
def format_value(value: Any, format_spec: Any = "", /) -> Any:
    """`format(value, spec)`."""
    if not isinstance(format_spec, str):
        return refuse(format, value, format_spec)
    if engine.is_symbolic(format_spec):
        codes = engine.codes(format_spec)
        if not engine.every([engine.in_ranges(code, _DIGITS) for code in codes if engine.is_symbolic(code)]):
            return natively(format, value, format_spec)
        # A width that is computed: each of its values is a layout of its own.
        format_spec = "".join([chr(engine.settle(code)) for code in codes])
    if not format_spec and type(value) in (str, int, bool, bytes, list, tuple, dict, set, frozenset):
        return text(value)
    if engine.is_symbolic(value) and type(value) is float:
        return formatted_float(value, format_spec)
    if not _is_modelled(value):
        return engine.native(format, value, format_spec)
    return _field_of(value, format_spec)


def _field_of(value: Any, specification: str) -> Any:
    """A symbolic str, int or bool with a format specification."""
    parts = _SPECIFICATION.match(specification)
    kind = parts["type"] if parts else None
    if kind == "c" and not isinstance(value, str):
        if not 0 <= value <= 0x10FFFF:
            return refuse(format, value, specification)
        made = engine.native(format, engine.plain(value), specification)
        return engine.deferred(made, lambda: engine.string(_padded([], [value + 0], _layout(parts), "<")))
    if kind and kind in _OF_FLOATS and not isinstance(value, str):
        # An int is converted first.
        return formatted_float(float(value), specification)
    if kind in (None, "d"):
        engine.becomes_text(value)
    made = engine.native(format, engine.plain(value), specification)
    if parts is None or not _is_supported(value, parts):
        return natively(format, value, specification)
    return engine.deferred(made, lambda: engine.string(_formatted(value, parts)))


def _is_supported(value: Any, parts: re.Match[str]) -> bool:
    if isinstance(value, str):
        return True
    zeros = parts["zero"] or (parts["fill"] == "0" and parts["align"] == "=")
    return (parts["type"] or "d") in _BASES and not (parts["grouping"] and zeros and parts["width"])


def _layout(parts: Any) -> tuple[int, str | None, int]:
    """Fill character, alignment, width."""
    fill = parts["fill"] or ("0" if parts["zero"] and not parts["align"] else " ")
    return ord(fill), parts["align"], int(parts["width"] or 0)


def _formatted(value: Any, parts: re.Match[str]) -> list[Any]:
    layout = _layout(parts)
    if isinstance(value, str):
        codes = engine.codes(value)
        if parts["precision"] is not None:
            codes = codes[: int(parts["precision"])]
        return _padded([], codes, layout, "<")
    value = value + 0
    base = _BASES[parts["type"] or "d"]
    sign: list[Any] = []
    if value < 0:
        sign = [_MINUS]
        value = -value
    elif parts["sign"] in ("+", " "):
        sign = [_PLUS if parts["sign"] == "+" else _SPACE]
    if parts["alternate"] and base != 10:
        sign = [*sign, _ZERO, ord(parts["type"])]
    row = digits(value, base, parts["type"] == "X")
    if parts["grouping"]:
        row = _grouped(row, ord(parts["grouping"]), 3 if base == 10 else 4)
    return _padded(sign, row, layout, "=" if parts["zero"] else ">")


def _grouped(row: list[Any], mark: int, size: int) -> list[Any]:
    result: list[Any] = []
    for place, code in enumerate(row):
        if place and (len(row) - place) % size == 0:
            result.append(mark)
        result.append(code)
    return result


def _padded(sign: list[Any], body: list[Any], layout: tuple[int, str | None, int], default: str) -> list[Any]:
    fill, align, width = layout
    missing = max(width - len(sign) - len(body), 0)
    align = align or default
    if align == "<":
        return sign + body + [fill] * missing
    if align == "^":
        return [fill] * (missing // 2) + sign + body + [fill] * (missing - missing // 2)
    if align == "=":
        return sign + [fill] * missing + body
    return [fill] * missing + sign + body


def _field(value: Any, conversion: int, specification: Any) -> Any:
    """A field of an f-string, with a conversion (its letter's code, or none)."""
    return format_value(converted(value, chr(conversion) if conversion > 0 else None), specification or "")


def converted(value: Any, conversion: str | None) -> Any:
    if conversion == "s":
        return text(value)
    if conversion == "r":
        return represented(value)
    if conversion == "a":
        return ascii(value)
    return value


engine.set_model("format", _field)
