"""Models of the methods that put text together: padding, tabs, replacement, translation, joining."""

from __future__ import annotations

from typing import Any

from pef import _engine as engine
from pef.models.registry import method_of, natively, refuse, static_method_of
from pef.models.text_kinds import INT, SIZE, TEXT, Kind, kind_of, machine_int

_SPACE = 32


def _width(method: str, self: Any, width: Any, *others: Any) -> Any:
    """How much there is to add: none is one case, any other number is a case of its own."""
    width = machine_int(getattr(kind_of(self).builtin, method), SIZE, width, self, width, *others)
    if width <= len(self):
        return 0
    engine.fix(self)
    return engine.settle(width) - len(self)


def _fill(kind: Kind, method: str, self: Any, width: Any, fillchar: Any) -> Any:
    if fillchar is None:
        return _SPACE
    if not kind.is_text(fillchar) or len(fillchar) != 1:
        refuse(getattr(kind.builtin, method), self, width, fillchar)
    return engine.codes(fillchar)[0]


@method_of(str, bytes, bytearray)
def center(self: Any, width: Any, fillchar: Any = None, /) -> Any:
    kind = kind_of(self)
    fill = _fill(kind, "center", self, width, fillchar)
    missing = _width("center", self, width)
    # The odd one goes to the left if the whole width is odd.
    left = missing // 2 + (missing & (missing + len(self)) & 1 if missing else 0)
    return kind.build([fill] * left + engine.codes(self) + [fill] * (missing - left))


@method_of(str, bytes, bytearray)
def ljust(self: Any, width: Any, fillchar: Any = None, /) -> Any:
    kind = kind_of(self)
    fill = _fill(kind, "ljust", self, width, fillchar)
    missing = _width("ljust", self, width)
    return kind.build(engine.codes(self) + [fill] * missing)


@method_of(str, bytes, bytearray)
def rjust(self: Any, width: Any, fillchar: Any = None, /) -> Any:
    kind = kind_of(self)
    fill = _fill(kind, "rjust", self, width, fillchar)
    missing = _width("rjust", self, width)
    return kind.build([fill] * missing + engine.codes(self))


@method_of(str, bytes, bytearray)
def zfill(self: Any, width: Any, /) -> Any:
    missing = _width("zfill", self, width)
    codes = engine.codes(self)
    zeros: list[Any] = [48] * missing
    if missing and codes and engine.some([codes[0] == 43, codes[0] == 45]):
        return kind_of(self).build([codes[0], *zeros, *codes[1:]])
    return kind_of(self).build(zeros + codes)


@method_of(str, bytes, bytearray)
def expandtabs(self: Any, tabsize: Any = 8) -> Any:
    kind = kind_of(self)
    tabsize = machine_int(kind.builtin.expandtabs, INT, tabsize, self, tabsize)
    result: list[Any] = []
    column = 0
    for code in engine.codes(self):
        if code == 9:
            if tabsize > 0:
                step = engine.settle(tabsize)
                result.extend([_SPACE] * (step - column % step))
                column += step - column % step
        else:
            result.append(code)
            column += 1
            if engine.some([code == 10, code == 13]):
                column = 0
    return kind.build(result)


@method_of(str, bytes, bytearray)
def replace(self: Any, old: Any, new: Any, count: Any = -1) -> Any:
    kind = kind_of(self)
    wanted = kind.part("replace", self, old, new)
    if not kind.is_text(new):
        refuse(kind.builtin.replace, self, old, new)
    count = machine_int(kind.builtin.replace, SIZE, count, self, old, new, count)
    other = engine.codes(new)
    codes = engine.codes(self)
    limit: Any = -1 if count < 0 else count
    if len(wanted) == 1 and len(other) == 1 and not engine.is_symbolic(limit) and limit < 0:
        # The shape stays, so this is a formula for each character.
        return kind.build([engine.choose(code == wanted[0], other[0], code) for code in codes])
    if not wanted:
        return kind.build(_interleaved(codes, other, limit))
    result: list[Any] = []
    place = 0
    while place < len(codes):
        if place + len(wanted) <= len(codes) and limit != 0 and engine.same(codes, place, wanted):
            result.extend(other)
            place += len(wanted)
            limit = limit - 1
        else:
            result.append(codes[place])
            place += 1
    return kind.build(result)


def _interleaved(codes: list[Any], other: list[Any], limit: Any) -> list[Any]:
    result: list[Any] = []
    for code in codes:
        if limit != 0:
            result.extend(other)
            limit = limit - 1
        result.append(code)
    if limit != 0:
        result.extend(other)
    return result


@method_of(str)
def translate(self: Any, table: Any, /) -> Any:
    result: list[Any] = []
    for code in engine.codes(self):
        try:
            value = table[code]
        except LookupError:
            result.append(code)
            continue
        if value is None:
            continue
        if isinstance(value, str):
            result.extend(engine.codes(value))
        elif isinstance(value, int):
            if not 0 <= value <= 0x10FFFF:
                raise ValueError("character mapping must be in range(0x110000)")
            result.append(value)
        else:
            raise TypeError("character mapping must return integer, None or str")
    return engine.string(result)


@static_method_of(str)
def maketrans(looked_up_on: Any, x: Any, y: Any = None, z: Any = None, /) -> Any:
    if y is None:
        # A dictionary: its keys are what later look-ups decide on.
        return natively(str.maketrans, x)
    texts = [
        text if text is None else engine.string([engine.settle(code) for code in engine.codes(text)])
        for text in (x, y, z)
    ]
    return engine.native(str.maketrans, *[text for text in texts if text is not None])


@method_of(str, bytes, bytearray)
def join(self: Any, iterable: Any, /) -> Any:
    kind = kind_of(self)
    if not hasattr(iterable, "__iter__") and not hasattr(iterable, "__getitem__"):
        return refuse(kind.builtin.join, self, iterable)
    pieces = list(iterable)
    if not engine.is_symbolic(self) and not engine.is_symbolic(pieces):
        return engine.native(kind.builtin.join, self, pieces)
    if not all(kind.is_text(piece) for piece in pieces):
        return refuse(kind.builtin.join, self, [engine.plain(piece) for piece in pieces])
    parts: list[Any] = []
    for piece in pieces:
        if parts:
            parts.append(self)
        parts.append(piece)
    if kind is TEXT:
        return engine.join(tuple(parts))
    return kind.build([code for part in parts for code in engine.codes(part)])
