"""Python expressions that rebuild values: what reports show as arguments and results.

`repr` is right for most builtin values, but not for NaN, the infinities, very large integers and whatever contains them. Values of other
types are left to `repr`; a container that contains itself is shown as `repr` shows it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from pef import _engine
from pef.inputs.large_literals import integer_expression
from pef.source.definitions import is_class

# What is written by its name.
_NAMED = (FunctionType, BuiltinFunctionType, ModuleType)
_NOTHING: frozenset[int] = frozenset()


def expression(value: Any) -> str:
    """An expression with this value."""
    return _engine.ordinary_text(value) or _expression(value, _NOTHING)


def written(value: Any) -> str | None:
    """An expression with this value wherever it is evaluated; nothing where there is none."""
    from pef.source.naming import naming

    text = _engine.ordinary_text(value)
    if text is not None:
        return text
    with naming({}):
        try:
            text = _expression(value, _NOTHING)
            compile(text, "<value>", "eval")
        except Exception:
            # Its text is code of the program, or no expression.
            return None
    return text


def _expression(value: Any, around: frozenset[int]) -> str:
    kind = type(value)
    if kind is int:
        return integer_expression(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if kind is complex:
        finite = math.isfinite(value.real) and math.isfinite(value.imag)
        return repr(value) if finite else f"complex({expression(value.real)}, {expression(value.imag)})"
    if any(kind is one for one in _NAMED) or is_class(value):
        from pef.inputs.types.functions import text_of
        from pef.source.naming import named

        return text_of(value) or named(value) or repr(value)
    if not any(kind is one for one in (list, tuple, dict, set, frozenset)) or not value:
        return repr(value)
    if id(value) in around:
        return "[...]" if kind is list else "{...}" if kind is dict else "(...)"
    around |= {id(value)}
    if kind is dict:
        entries = (f"{_expression(key, around)}: {_expression(item, around)}" for key, item in value.items())
        return f"{{{', '.join(entries)}}}"
    elements = _joined(value, around)
    if kind is list:
        return f"[{elements}]"
    if kind is tuple:
        return f"({elements},)" if len(value) == 1 else f"({elements})"
    return f"{{{elements}}}" if kind is set else f"frozenset({{{elements}}})"


def _joined(values: Iterable[Any], around: frozenset[int]) -> str:
    return ", ".join(_expression(value, around) for value in values)
