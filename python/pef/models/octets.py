"""Models of what only bytes have: their constructors, hexadecimal digits, translation, and ints as bytes."""

from __future__ import annotations

import sys
from typing import Any

from pef import _engine as engine
from pef.models.numerals import digit
from pef.models.registry import function_of_symbolic, method_of, natively, refuse, static_method_of
from pef.models.text_kinds import SIZE, kind_of, machine_int

_HEXADECIMAL = [(48, 57), (65, 70), (97, 102)]
_SPACES = [(9, 13), (32, 32)]


@function_of_symbolic(bytes)
def bytes_(source: Any = b"", encoding: Any = None, errors: Any = None) -> Any:
    return _made(bytes, source, encoding, errors)


@function_of_symbolic(bytearray)
def bytearray_(source: Any = b"", encoding: Any = None, errors: Any = None) -> Any:
    # C code changes it in place, so the run depends on every byte of it.
    made = _made(bytearray, source, encoding, errors)
    return engine.native(bytearray, [engine.settle(code) for code in engine.codes(made)])


def _made(builtin: Any, source: Any, encoding: Any, errors: Any) -> Any:
    if encoding is not None or errors is not None or isinstance(source, str):
        words = [word for word in (encoding, errors) if word is not None]
        if not isinstance(source, str) or encoding is None:
            return refuse(builtin, source, *words)
        return source.encode(*words)
    if isinstance(source, (bytes, bytearray)):
        return engine.octets(engine.codes(source))
    if isinstance(source, int):
        count = machine_int(builtin, SIZE, source, source)
        if count < 0:
            return refuse(builtin, source)
        return engine.native(bytes, engine.settle(count))
    if not hasattr(source, "__iter__") or hasattr(type(source), "__bytes__"):
        return natively(builtin, source)
    codes = []
    for element in source:
        if not isinstance(element, int):
            return refuse(builtin, [engine.plain(element)])
        if not 0 <= element <= 255:
            return refuse(builtin, [engine.plain(element)])
        codes.append(element + 0)
    return engine.octets(codes)


@method_of(bytes, bytearray)
def hex_(self: Any, sep: Any = None, bytes_per_sep: Any = 1) -> Any:
    if sep is not None:
        return natively(kind_of(self).builtin.hex, self, sep, bytes_per_sep)
    return engine.string([digit(part) for code in engine.codes(self) for part in (code // 16, code % 16)])


@static_method_of(bytes)
def fromhex(looked_up_on: Any, string: Any, /) -> Any:
    if not isinstance(string, str):
        return refuse(bytes.fromhex, string)
    codes = engine.codes(string)
    octets: list[Any] = []
    place = 0
    while place < len(codes):
        if engine.in_ranges(codes[place], _SPACES):
            place += 1
            continue
        pair = codes[place : place + 2]
        if len(pair) < 2 or not engine.every([engine.in_ranges(code, _HEXADECIMAL) for code in pair]):
            for code in pair:
                # The message names the place of the first that is none.
                if not engine.in_ranges(code, _HEXADECIMAL):
                    break
            return refuse(bytes.fromhex, string)
        octets.append(_value(pair[0]) * 16 + _value(pair[1]))
        place += 2
    return engine.octets(octets)


def _value(code: Any) -> Any:
    return engine.choose(code <= 57, code - 48, engine.choose(code >= 97, code - 87, code - 55))


@method_of(bytes, bytearray)
def translate(self: Any, table: Any, /, delete: Any = b"") -> Any:
    kind = kind_of(self)
    if engine.is_symbolic(table) or engine.is_symbolic(delete):
        return natively(kind.builtin.translate, self, table, delete)
    # The builtin says what is wrong with a table.
    engine.native(kind.builtin.translate, kind.builtin(), table, delete)
    codes = engine.codes(self)
    if delete:
        unwanted = [(code, code) for code in sorted(engine.codes(delete))]
        codes = [code for code in codes if not engine.in_ranges(code, unwanted)]
    if table is not None:
        by_shift: dict[int, list[tuple[int, int]]] = {}
        for code, image in enumerate(engine.codes(table)):
            if code != image:
                by_shift.setdefault(image - code, []).append((code, code))
        codes = [engine.shifted(code, list(by_shift.items())) for code in codes]
    return kind.build(codes)


@static_method_of(int)
def from_bytes(looked_up_on: Any, /, bytes: Any, byteorder: Any = "big", *, signed: Any = False) -> Any:  # noqa: A002
    if not isinstance(byteorder, str) or engine.is_symbolic(byteorder) or not hasattr(bytes, "__iter__"):
        return natively(int.from_bytes, bytes, byteorder, signed=signed)
    # The builtin says what is wrong with the order.
    engine.native(int.from_bytes, b"", byteorder)
    codes = engine.codes(bytes_(bytes))
    if byteorder == "little":
        codes = codes[::-1]
    number: Any = 0
    for code in codes:
        number = number * 256 + code
    if signed and codes:
        return (
            engine.choose(codes[0] >= 128, number - 256 ** len(codes), number)
            if len(codes) < 8
            else _signed(number, codes)
        )
    return number


def _signed(number: Any, codes: list[Any]) -> Any:
    if codes[0] >= 128:
        return number - 256 ** len(codes)
    return number


@method_of(int)
def to_bytes(self: Any, length: Any = None, byteorder: Any = None, *, signed: Any = False) -> Any:
    given = [value for value in (length, byteorder) if value is not None]
    if sys.version_info < (3, 11) and len(given) < 2:
        return refuse(int.to_bytes, self, *given, signed=signed)
    length = machine_int(int.to_bytes, SIZE, 1 if length is None else length, self, *given)
    byteorder = "big" if byteorder is None else byteorder
    if (
        not isinstance(byteorder, str)
        or engine.is_symbolic(byteorder)
        or byteorder not in ("big", "little")
        or length < 0
    ):
        return refuse(int.to_bytes, self, length, byteorder)
    length = engine.settle(length)
    value = self + 0
    signed = bool(signed)
    if value < 0 and not signed:
        return refuse(int.to_bytes, self, length, byteorder)
    limit = 256**length
    if value < -(limit // 2) or value >= (limit // 2 if signed and length else limit):
        return refuse(int.to_bytes, self, length, byteorder, signed=signed)
    codes = [value // 256**place % 256 for place in range(length)]
    return engine.octets(codes if byteorder == "little" else codes[::-1])
