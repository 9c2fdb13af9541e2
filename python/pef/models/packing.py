"""Models of `struct.pack` and `struct.unpack` of integers, and of `binascii.hexlify` and its like.

Only formats without gaps between their values are taken: those that name their byte order, or of one value. What does not
fit is decided, and the builtin complains about it.
"""

from __future__ import annotations

import binascii
import struct
import sys
from typing import Any, Literal

from pef import _engine as engine
from pef.models.numerals import digit
from pef.models.registry import function_of_symbolic, natively, refuse
from pef.startup.lazy_patterns import pattern

_FORMAT = pattern(r"(?P<order>[<>=!])?(?P<values>(?:\d{0,2}[bBhHiIlLqQ])+)\Z")
_VALUE = pattern(r"(\d*)([a-zA-Z])")


def _layout(form: Any) -> tuple[Literal["big", "little"], list[tuple[int, bool]]] | None:
    """The byte order, and for each value how many bytes it has and whether it has a sign; nothing if not understood."""
    if isinstance(form, bytes):
        form = form.decode("latin-1")
    found = _FORMAT.match(form) if type(form) is str and not engine.is_symbolic(form) else None
    if found is None:
        return None
    order = found["order"] or ""
    values: list[tuple[int, bool]] = []
    for count, code in _VALUE.findall(found["values"]):
        values += [(struct.calcsize(order + code), code.islower())] * int(count or 1)
    if not order and len(values) != 1:
        return None
    return "big" if order in (">", "!") or (sys.byteorder == "big" and order != "<") else "little", values


@function_of_symbolic(struct.pack)
def pack(format: Any, /, *values: Any) -> Any:  # noqa: A002 (the builtin names it so)
    layout = _layout(format)
    if layout is None:
        return natively(struct.pack, format, *values)
    order, sizes = layout
    if len(sizes) != len(values) or not all([type(value) in (int, bool) for value in values]):  # noqa: C419
        return refuse(struct.pack, format, *values)
    for value, (size, signed) in zip(values, sizes, strict=True):
        bits = 8 * size - signed
        if not (-(1 << bits) if signed else 0) <= value < 1 << bits:
            return refuse(struct.pack, format, *values)
    made = [
        (value + 0).to_bytes(size, order, signed=signed) for value, (size, signed) in zip(values, sizes, strict=True)
    ]
    return b"".join(made)


@function_of_symbolic(struct.unpack)
def unpack(format: Any, buffer: Any, /) -> Any:  # noqa: A002
    layout = _layout(format)
    if layout is None or type(buffer) is not bytes:
        return natively(struct.unpack, format, buffer)
    order, sizes = layout
    if len(buffer) != sum([size for size, _ in sizes]):
        return refuse(struct.unpack, format, buffer)
    begin = 0
    values: list[Any] = []
    for size, signed in sizes:
        values.append(int.from_bytes(buffer[begin : begin + size], order, signed=signed))
        begin += size
    return tuple(values)


def _hexlified(builtin: Any, data: Any, separators: tuple[Any, ...]) -> Any:
    if type(data) is not bytes or separators:
        return natively(builtin, data, *separators)
    return engine.octets([digit(part) for code in engine.codes(data) for part in (code // 16, code % 16)])


@function_of_symbolic(binascii.hexlify)
def hexlify(data: Any, *separators: Any) -> Any:
    return _hexlified(binascii.hexlify, data, separators)


@function_of_symbolic(binascii.b2a_hex)
def b2a_hex(data: Any, *separators: Any) -> Any:
    return _hexlified(binascii.b2a_hex, data, separators)
