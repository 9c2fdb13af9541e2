"""Models of `str.format` and `str.format_map`: the template is read as the interpreter reads it, field by field."""

from __future__ import annotations

import _string  # type: ignore[import-not-found]
from typing import Any

from pef import _engine as engine
from pef.models.formatting import converted, format_value
from pef.models.registry import method_of

_NESTING = 2


@method_of(str)
def format_(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
    return _Source(arguments, keywords).fill(self, _NESTING)


@method_of(str)
def format_map(self: Any, mapping: Any, /) -> Any:
    return _Source(None, mapping).fill(self, _NESTING)


class _Source:
    """What the fields of a template are taken from."""

    def __init__(self, arguments: tuple[Any, ...] | None, names: Any) -> None:
        self.arguments = arguments
        self.names = names
        self.numbered: bool | None = None
        """Whether fields have numbers; unknown before the first one."""
        self.used = 0

    def fill(self, template: Any, nesting: int) -> Any:
        if nesting == 0:
            raise ValueError("Max string recursion exceeded")
        parts: list[Any] = []
        for literal, name, specification, conversion in _string.formatter_parser(template):
            if literal:
                parts.append(literal)
            if name is None:
                continue
            value = self.value(name)
            if conversion not in (None, "s", "r", "a"):
                # The interpreter words the complaint.
                engine.native(str.format, engine.plain("{0!" + conversion + "}"), "")
            detail = self.fill(specification, nesting - 1) if specification else ""
            parts.append(format_value(converted(value, conversion), detail))
        return engine.join(tuple(parts))

    def value(self, name: str) -> Any:
        first, rest = _string.formatter_field_name_split(name)
        value = self.positional(first) if first == "" or isinstance(first, int) else self.names[first]
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value

    def positional(self, number: Any) -> Any:
        numbered = number != ""
        if self.numbered is None:
            self.numbered = numbered
        if numbered and not self.numbered:
            raise ValueError("cannot switch from automatic field numbering to manual field specification")
        if not numbered and self.numbered:
            raise ValueError("cannot switch from manual field specification to automatic field numbering")
        if not numbered:
            number = self.used
            self.used += 1
        if self.arguments is None:
            raise ValueError("Format string contains positional fields")
        if number >= len(self.arguments):
            raise IndexError(f"Replacement index {number} out of range for positional args tuple")
        return self.arguments[number]
