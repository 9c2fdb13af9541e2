"""Model of `template % values` for strings."""

from __future__ import annotations

import operator
import re
from typing import Any

from pef import _engine as engine
from pef.models.float_formats import float_by_percent
from pef.models.formatting import format_value
from pef.models.registry import refuse
from pef.models.representation import represented, text
from pef.startup.lazy_patterns import pattern

_CONVERSION = pattern(
    r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[-+ #0]*)(?P<width>\d+)?(?:\.(?P<precision>\d*))?[hlL]?(?P<type>[a-zA-Z%])"
)

_STARRED = pattern(r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<type>[a-zA-Z%])")
_LARGEST = 1 << 20


def percent(template: Any, values: Any) -> Any:
    """`template % values`."""
    if type(template) is not str or engine.is_symbolic(template):
        return _natively(template, values)
    parts: list[Any] = []
    source = _Source(values)
    end = 0
    while True:
        start = template.find("%", end)
        if start < 0:
            break
        parts.append(template[end:start])
        match = _CONVERSION.match(template, start)
        if match is None:
            starred = _STARRED.match(template, start)
            if starred is None or source.is_mapping:
                # A mistake, about which the interpreter complains.
                return _natively(template, values)
            # A width, or a precision, given as an argument: each of its values is a layout of its own.
            template = template[:start] + _unstarred(starred, source) + template[starred.end() :]
            match = _CONVERSION.match(template, start)
            if match is None:
                return _natively(template, values)
        end = match.end()
        parts.append("%" if match["type"] == "%" else _field(match, source.value(match["key"])))
    parts.append(template[end:])
    source.check_rest()
    return engine.join(tuple(parts))


def _unstarred(starred: re.Match[str], source: _Source) -> str:
    """The conversion with numbers in the place of its stars."""
    flags, width, precision = starred["flags"], starred["width"] or "", starred["precision"]
    if width == "*":
        number = _number(source, "%*d")
        if number < 0:
            flags = flags + "-"
            number = -number
        width = str(number)
    if precision == "*":
        precision = str(max(_number(source, "%.*d"), 0))
    return f"%{flags}{width}{'' if precision is None else '.' + precision}{starred['type']}"


def _number(source: _Source, form: str) -> int:
    value = source.value(None)
    if not isinstance(value, int):
        raise TypeError("* wants int")
    number = int(engine.settle(value) if engine.is_symbolic(value) else value)
    if not -_LARGEST <= number <= _LARGEST:
        # The interpreter says so where it is too large.
        refuse(operator.mod, form, (number, 0))
    return number


def _natively(template: Any, values: Any) -> Any:
    plain = tuple(engine.plain(value) for value in values) if type(values) is tuple else engine.plain(values)
    result = engine.native(operator.mod, engine.plain(template), plain)
    engine.concretise(None, "% formatting of a symbolic value")
    return result


class _Source:
    """Where the fields take their values from."""

    def __init__(self, values: Any) -> None:
        self.values = values
        self.many = isinstance(values, tuple)
        self.is_mapping = hasattr(values, "__getitem__") and not self.many and not isinstance(values, str)
        self.used = 0

    def value(self, key: str | None) -> Any:
        if key is not None:
            if not self.is_mapping:
                raise TypeError("format requires a mapping")
            # From here on a field without a name takes the last value again, which nobody does on purpose.
            self.used = 1
            return self.values[key]
        if self.used >= (len(self.values) if self.many else 1):
            raise TypeError("not enough arguments for format string")
        self.used += 1
        return self.values[self.used - 1] if self.many else self.values

    def check_rest(self) -> None:
        if not self.is_mapping and self.used < (len(self.values) if self.many else 1):
            raise TypeError("not all arguments converted during string formatting")


def _field(match: re.Match[str], value: Any) -> Any:
    if not engine.is_symbolic(value):
        return _plainly(match, value)
    kind = match["type"]
    if kind in "sra":
        return _aligned(match, {"s": text, "r": represented, "a": ascii}[kind](value))
    if kind == "c" and type(value) in (str, int, bool):
        return _aligned(match, _character(match, value))
    if kind in "diu" and type(value) is float:
        value = int(value)
    if kind in "diuxXo" and type(value) in (int, bool) and match["precision"] is None:
        flags = match["flags"]
        align = "<" if "-" in flags else ("" if "0" in flags else ">")
        sign = "+" if "+" in flags else (" " if " " in flags else "")
        zero = "0" if "0" in flags and not align else ""
        alternate = "#" if "#" in flags else ""
        return format_value(
            value + 0, f"{align}{sign}{alternate}{zero}{match['width'] or ''}{'d' if kind in 'diu' else kind}"
        )
    if kind in "eEfFgG" and type(value) in (int, bool, float):
        made = float_by_percent(float(value), _conversion(match))
        if made is not None:
            return made
    if type(value) is str:
        # A string where a number is needed.
        return refuse(operator.mod, _conversion(match), (engine.plain(value),))
    engine.concretise(None, "% formatting of a symbolic value")
    return _plainly(match, engine.plain(value))


def _conversion(match: re.Match[str]) -> str:
    """The conversion alone, without the name of its value."""
    return "%" + match[0][match.end("key") - match.start() + 1 :] if match["key"] is not None else match[0]


def _plainly(match: re.Match[str], value: Any) -> Any:
    return engine.native(operator.mod, _conversion(match), (value,))


def _character(match: re.Match[str], value: Any) -> Any:
    if isinstance(value, str):
        if len(value) != 1:
            refuse(operator.mod, "%c", (engine.fix(value),))
        return value
    if not 0 <= value <= 0x10FFFF:
        refuse(operator.mod, "%c", (engine.plain(value),))
    return engine.string([value + 0])


def _aligned(match: re.Match[str], value: Any) -> Any:
    precision = match["precision"]
    if match["type"] == "c":
        precision = None
    if not match["width"] and precision is None:
        return value
    align = "<" if "-" in match["flags"] else ">"
    return format_value(value, f"{align}{match['width'] or ''}{'' if precision is None else '.' + (precision or '0')}")


engine.set_model("percent", percent)
