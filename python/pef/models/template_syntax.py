"""Models of how templates of `str.format` are read (`_string`), for templates with symbolic characters.

Where a literal ends, what a field is called and so on is decided character by character, as the interpreter reads it.
"""

from __future__ import annotations

import _string  # type: ignore[import-not-found]
import sys
from collections.abc import Iterator
from typing import Any

from pef import _engine as engine
from pef.models.registry import function_of_symbolic, refuse

_OPENING, _CLOSING, _BRACKET, _END_OF_BRACKET, _DOT, _COLON, _EXCLAMATION = map(ord, "{}[].:!")

_Field = tuple[Any, Any, Any, Any]
"""The literal before a field, its name, its specification and its conversion."""


class _Reader:
    """A template and a place in it."""

    def __init__(self, template: Any) -> None:
        self.codes = engine.codes(template)
        self.place = 0

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.codes)

    def next(self) -> Any:
        self.place += 1
        return self.codes[self.place - 1]

    def text(self, start: int, end: int) -> Any:
        return engine.string(self.codes[start:end])

    def fields(self) -> Iterator[_Field]:
        while not self.at_end:
            yield self.field()

    def field(self) -> _Field:
        start = self.place
        code: Any = 0
        is_markup = False
        while not self.at_end and not is_markup:
            code = self.next()
            if code in (_OPENING, _CLOSING):
                is_markup = True
        if not is_markup:
            return self.text(start, self.place), None, None, None
        is_doubled = False
        if not self.at_end and self.codes[self.place] == code:
            is_doubled = True
        if code == _CLOSING and not is_doubled:
            raise ValueError("Single '}' encountered in format string")
        if self.at_end:
            raise ValueError("Single '{' encountered in format string")
        if is_doubled:
            literal = self.text(start, self.place)
            self.place += 1
            return literal, None, None, None
        literal = self.text(start, self.place - 1)
        return literal, *self.inside()

    def inside(self) -> tuple[Any, Any, Any]:
        """Name, specification and conversion of a field whose bracket was read."""
        start = self.place
        code: Any = 0
        while not self.at_end:
            code = self.next()
            if code == _OPENING:
                raise ValueError("unexpected '{' in field name")
            if code == _BRACKET:
                while not self.at_end and self.codes[self.place] != _END_OF_BRACKET:
                    self.place += 1
                continue
            if code in (_CLOSING, _COLON, _EXCLAMATION):
                break
        name = self.text(start, self.place - 1)
        if code == _CLOSING:
            return name, "", None
        conversion = None
        if code == _EXCLAMATION:
            if self.at_end:
                raise ValueError("end of string while looking for conversion specifier")
            conversion = engine.string([self.next()])
            if not self.at_end:
                code = self.next()
                if code == _CLOSING:
                    return name, "", conversion
                if code != _COLON:
                    raise ValueError("expected ':' after conversion specifier")
        elif code != _COLON:
            raise ValueError("expected '}' before end of string")
        return name, self.specification(), conversion

    def specification(self) -> Any:
        """What stands up to the bracket that ends the field."""
        start = self.place
        depth = 1
        while not self.at_end:
            code = self.next()
            if code == _OPENING:
                depth += 1
            elif code == _CLOSING:
                depth -= 1
                if depth == 0:
                    return self.text(start, self.place - 1)
        raise ValueError("unmatched '{' in format spec")

    def index_or_name(self, start: int, end: int) -> Any:
        """A number where all characters are digits, else the text."""
        text = self.text(start, end)
        if start == end or not text.isdecimal():
            return text
        number = int(text)
        if number > sys.maxsize:
            raise ValueError("Too many decimal digits in format string")
        return number

    def first(self) -> Any:
        """The first part of the name of a field."""
        while not self.at_end:
            code = self.codes[self.place]
            if code in (_DOT, _BRACKET):
                break
            self.place += 1
        return self.index_or_name(0, self.place)

    def rest(self) -> Iterator[tuple[bool, Any]]:
        """The attributes and items that follow: whether it is an attribute, and which."""
        while not self.at_end:
            code = self.next()
            if code == _DOT:
                yield True, self.attribute()
            elif code == _BRACKET:
                yield False, self.item()
            else:
                raise ValueError("Only '.' or '[' may follow ']' in format field specifier")

    def attribute(self) -> Any:
        start = self.place
        while not self.at_end and self.codes[self.place] != _DOT and self.codes[self.place] != _BRACKET:
            self.place += 1
        if start == self.place:
            raise ValueError("Empty attribute in format string")
        return self.text(start, self.place)

    def item(self) -> Any:
        start = self.place
        while not self.at_end and self.codes[self.place] != _END_OF_BRACKET:
            self.place += 1
        if self.at_end:
            raise ValueError("Missing ']' in format string")
        self.place += 1
        if start == self.place - 1:
            raise ValueError("Empty attribute in format string")
        return self.index_or_name(start, self.place - 1)


@function_of_symbolic(_string.formatter_parser)
def fields_of(template: Any, /) -> Any:
    if not isinstance(template, str):
        return refuse(_string.formatter_parser, template)
    return _Reader(template).fields()


@function_of_symbolic(_string.formatter_field_name_split)
def name_parts(name: Any, /) -> Any:
    if not isinstance(name, str):
        return refuse(_string.formatter_field_name_split, name)
    reader = _Reader(name)
    return reader.first(), reader.rest()
