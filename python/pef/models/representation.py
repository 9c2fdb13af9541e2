"""Models of `str`, `repr` and `ascii`: values as text.

Text of a symbolic value is *deferred*: its plain value is known at once, its characters are worked out only when the
program looks at them. Containers are taken apart when the text is made, because they may change later.
"""

from __future__ import annotations

import functools
import sys
from collections import OrderedDict, defaultdict, deque
from typing import Any

from pef import _engine as engine
from pef.models import tables
from pef.models.float_formats import formatted_float
from pef.models.numerals import Numeral, decimal, digit
from pef.models.registry import function_of_symbolic, natively, refuse

_SINGLE, _DOUBLE, _BACKSLASH = 39, 34, 92
_ESCAPES = {9: ord("t"), 10: ord("n"), 13: ord("r")}
_CONTAINERS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    dict: ("{", "}"),
}


@function_of_symbolic(str)
def str_(object: Any = "", encoding: Any = None, errors: Any = None) -> Any:  # noqa: A002 (the builtin names it so)
    if encoding is None and errors is None:
        return text(object)
    if not isinstance(object, (bytes, bytearray)):
        return refuse(str, object, *(word for word in (encoding, errors) if word is not None))
    return object.decode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)


@function_of_symbolic(repr)
def repr_(value: Any, /) -> Any:
    return represented(value)


@function_of_symbolic(ascii)
def ascii_(value: Any, /) -> Any:
    if engine.is_symbolic(value) and isinstance(value, str):
        return engine.deferred(engine.native(ascii, engine.plain(value)), lambda: engine.string(quoted(value, 127)))
    if engine.is_symbolic(value) and isinstance(value, (int, float)):
        return text(value)
    return natively(ascii, value)


def text(value: Any) -> Any:
    """`str(value)`."""
    if isinstance(value, str) and type(value) is str:
        return value
    if isinstance(value, BaseException):
        return _message(value)
    if isinstance(value, int) and type(value) in (int, bool) and engine.is_symbolic(value):
        engine.becomes_text(value)
        made = engine.native(str, engine.plain(value))
        return engine.deferred(made, lambda: engine.string(decimal(value)), Numeral(value))
    if type(value) is float and engine.is_symbolic(value):
        return formatted_float(value, "")
    if (
        type(value) in _CONTAINERS
        or type(value) in _OTHER_CONTAINERS
        or (type(value) is bytes and engine.is_symbolic(value))
    ):
        return represented(value)
    return engine.native(str, value)


def _around(parts: tuple[Any, ...]) -> tuple[str, Any, str] | None:
    """The only symbolic one of strings that are put together, and what stands before and after it."""
    places = [place for place, part in enumerate(parts) if engine.is_symbolic(part)]
    if len(places) != 1:
        return None
    return "".join(parts[: places[0]]), parts[places[0]], "".join(parts[places[0] + 1 :])


def joined_parts(text: Any) -> tuple[str, Any, str] | None:
    """The same for a text, if it is strings put together that nobody has looked at."""
    equality = engine.equality_of(text) if engine.is_unread(text) else None
    if isinstance(equality, functools.partial) and equality.func is _joined_equals:
        return _around(equality.args[0])
    return None


def _joined_equals(parts: tuple[Any, ...], other: Any) -> Any:
    """The condition that strings, put together, are another text; nothing if several are symbolic."""
    around = _around(parts)
    if around is None:
        return None
    before, part, after = around
    if engine.is_symbolic(other):
        others = joined_parts(other)
        return part == others[1] if others is not None and (before, after) == (others[0], others[2]) else None
    rest = len(other) - len(before) - len(after)
    if rest < 0 or not other.startswith(before) or not other.endswith(after):
        return False
    return part == other[len(before) : len(before) + rest]


def _part(text: Any, slice_: slice) -> Any:
    engine.codes(text)
    return text[slice_]


def _repetition(text: Any, count: int) -> Any:
    engine.codes(text)
    return text * count


def _message(error: BaseException) -> Any:
    """The text of an exception is that of its only argument, unless its class says otherwise."""
    if type(error).__str__ is BaseException.__str__:
        if len(error.args) == 1:
            return text(error.args[0])
        return represented(error.args) if error.args else ""
    if type(error).__str__ is KeyError.__str__ and len(error.args) == 1:
        return represented(error.args[0])
    return engine.native(str, error)


def represented(value: Any, around: tuple[int, ...] = ()) -> Any:
    """`repr(value)`; `around` are the containers it is an element of."""
    kind = type(value)
    if kind in _CONTAINERS and engine.is_symbolic(value):
        if id(value) in around:
            return f"{kind.__name__}(...)" if kind in (set, frozenset) else "...".join(_CONTAINERS[kind])
        return _container(value, (*around, id(value)))
    if not engine.is_symbolic(value):
        return engine.native(repr, value)
    if kind is str:
        return engine.deferred(engine.native(repr, engine.plain(value)), lambda: engine.string(quoted(value, 0)))
    if kind is int or kind is bool or kind is float:
        return text(value)
    if kind is bytes:
        return engine.deferred(
            engine.native(repr, engine.plain(value)), lambda: engine.string([ord("b"), *quoted(value, 127)])
        )
    if kind in _OTHER_CONTAINERS:
        if id(value) in around:
            return _inside_itself(value)
        return _OTHER_CONTAINERS[kind](value, (*around, id(value)))
    if isinstance(value, BaseException) and _has_usual_text(kind):
        arguments = represented(value.args[0], around) if len(value.args) == 1 else None
        return engine.join(
            (kind.__name__, "(", arguments, ")")
            if arguments is not None
            else (kind.__name__, represented(value.args, around))
        )
    return engine.native(repr, value)


def _has_usual_text(kind: Any) -> bool:
    return kind.__repr__ is BaseException.__repr__


def _inside_itself(value: Any) -> str:
    """How one of the other containers is written where it is an element of itself."""
    if type(value) is deque:
        return "[...]"
    return (
        "..." if type(value) is OrderedDict else f"defaultdict({engine.native(repr, value.default_factory)}, {{...}})"
    )


def _queue(value: Any, around: tuple[int, ...]) -> Any:
    end = ")" if value.maxlen is None else f", maxlen={value.maxlen})"
    return engine.join(("deque(", represented(list(value), around), end))


def _ordered(value: Any, around: tuple[int, ...]) -> Any:
    if not value:
        return "OrderedDict()"
    inside = dict(value) if sys.version_info >= (3, 12) else list(value.items())
    return engine.join(("OrderedDict(", represented(inside, around), ")"))


def _defaulting(value: Any, around: tuple[int, ...]) -> Any:
    factory = engine.native(repr, value.default_factory)
    return engine.join((f"defaultdict({factory}, ", represented(dict(value), around), ")"))


_OTHER_CONTAINERS: dict[Any, Any] = {deque: _queue, OrderedDict: _ordered, defaultdict: _defaulting}


def _container(value: Any, around: tuple[int, ...]) -> Any:
    kind = type(value)
    parts: list[Any] = []
    for element in value:
        if parts:
            parts.append(", ")
        parts.append(represented(element, around))
        if kind is dict:
            parts.append(": ")
            parts.append(represented(value[element], around))
    if kind is tuple and len(value) == 1:
        parts.append(",")
    begin, end = _CONTAINERS[kind]
    if kind in (set, frozenset) and not parts:
        begin, end = f"{kind.__name__}(", ")"
    return engine.join((begin, *parts, end))


def quoted(value: Any, escape_from: int) -> list[Any]:
    """The codes of `repr(value)` of a string; code points from `escape_from` on (if not zero) are escaped."""
    codes = engine.codes(value)
    single = engine.some([code == _SINGLE for code in codes])
    double = engine.some([code == _DOUBLE for code in codes])
    quote = _SINGLE
    if single and not double:
        quote = _DOUBLE
    ordinary = [(32, quote - 1), (quote + 1, _BACKSLASH - 1), (_BACKSLASH + 1, 126)]
    # Nearly always nothing needs an escape, which is one condition.
    if engine.every([engine.in_ranges(code, ordinary) for code in codes]):
        return [quote, *codes, quote]
    result: list[Any] = [quote]
    for code in codes:
        if engine.in_ranges(code, ordinary):
            result.append(code)
        else:
            result.extend(_escaped(code, quote, escape_from))
    result.append(quote)
    return result


def _escaped(code: Any, quote: int, escape_from: int) -> list[Any]:
    if engine.some([code == quote, code == _BACKSLASH]):
        return [_BACKSLASH, code]
    for known, letter in _ESCAPES.items():
        if code == known:
            return [_BACKSLASH, letter]
    if code >= 128 and not escape_from and engine.in_ranges(code, tables.characters("isprintable"), "isprintable"):
        return [code]
    if code < 0x100:
        return _numbered("x", code, 2)
    if code < 0x10000:
        return _numbered("u", code, 4)
    return _numbered("U", code, 8)


def _numbered(letter: str, code: Any, width: int) -> list[Any]:
    return [_BACKSLASH, ord(letter), *(digit(code // 16**place % 16) for place in reversed(range(width)))]


engine.set_model("join_equals", _joined_equals)
engine.set_model("part", _part)
engine.set_model("repetition", _repetition)
