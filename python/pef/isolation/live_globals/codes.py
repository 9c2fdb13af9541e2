"""Which code of one world is which in the other: rewriting keeps names and lines, and nothing else.

Lambdas of one line have the same name and line. They are told apart by their order on the line; where not all of them are
seen, or Python (before 3.11) keeps no columns, it is not known which is which, and that is said.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pef.looks import attribute_of, is_a
from pef.source.definitions import is_class

_Key = tuple[str, str, int]
_HAS_COLUMNS = hasattr(CodeType, "co_positions")


class Codes:
    """What is known of the code of two worlds."""

    def __init__(self, modules: Iterable[tuple[ModuleType, ModuleType]]) -> None:
        both = list(modules)
        self._twins = [twin for _, twin in both]
        self._files = {
            attribute_of(module, "__file__", ""): attribute_of(twin, "__file__", "") for module, twin in both
        }
        """A script may run under another name of its file."""
        self._index: dict[_Key, list[CodeType]] | None = None
        self._lambdas: dict[_Key, dict[int, tuple[CodeType, CodeType, list[int]]]] = {}

    def is_twin(self, value: FunctionType, other: FunctionType) -> bool:
        """Whether a function was made by the same definition as another one in the other world."""
        one, two = value.__code__, other.__code__
        if one.co_name == "<lambda>" and one is not two:
            key = self._key_of_twin(one)
            return key == _key(two) and self._is_twin_lambda(key, value, two)
        return self.is_twin_code(one, two)

    def is_twin_code(self, one: CodeType, two: CodeType) -> bool:
        """Whether code is of the same definition, if it is none of several on one line."""
        if one is two:
            return True
        if one.co_filename.startswith("<") and two.co_filename.startswith("<"):
            # Made of a text, which may have a name of its own in each world.
            return one == two
        return self._key_of_twin(one) == _key(two)

    def _is_twin_lambda(self, key: _Key, value: FunctionType, other: CodeType) -> bool:
        pairs = self._lambdas.setdefault(key, {})
        known = pairs.get(id(value.__code__))
        if known is not None:
            known[2].append(id(value))
            return known[1] is other
        column, twin_column = _column(value.__code__), _column(other)
        for one, two, _ in pairs.values():
            if two is other or (_column(one) < column) != (_column(two) < twin_column):
                return False
        pairs[id(value.__code__)] = value.__code__, other, [id(value)]
        return True

    def ambiguous(self) -> list[int]:
        """The numbers of functions of which it is not known whether they are what they were taken for."""
        found = []
        for (file, _, line), pairs in self._lambdas.items():
            written = linecache.getline(file, line).count("lambda")
            inside = sum(_lambdas_in(code, line) for code, _, _ in pairs.values())
            if len(pairs) + inside < written or (written > 1 and not _HAS_COLUMNS):
                found += [number for _, _, numbers in pairs.values() for number in numbers]
        return found

    def twin_of(self, code: CodeType) -> CodeType | None:
        """The code of the same definition in the other world, if there is one such definition."""
        if self._index is None:
            self._index = {}
            for module in self._twins:
                for value in list(vars(module).values()):
                    members = list(vars(value).values()) if is_class(value) else []
                    for one in (value, *members):
                        for function in functions_behind(one):
                            self._add(function.__code__, self._index)
        found = self._index.get(self._key_of_twin(code), [])
        return found[0] if len(found) == 1 else None

    def _key_of_twin(self, code: CodeType) -> _Key:
        file, name, line = _key(code)
        return self._files.get(file, file), name, line

    def _add(self, code: CodeType, index: dict[_Key, list[CodeType]]) -> None:
        known = index.setdefault(_key(code), [])
        if not any(one is code for one in known):
            known.append(code)
            for constant in code.co_consts:
                if is_a(constant, CodeType):
                    self._add(constant, index)


def functions_behind(value: Any) -> list[FunctionType]:
    """A function, or what a class keeps in place of one, or what a decorator hides."""
    parts = [attribute_of(value, name) for name in ("fget", "fset", "fdel", "__func__", "func", "__wrapped__")]
    return [one for one in (value, *parts) if is_a(one, FunctionType)]


def _key(code: CodeType) -> _Key:
    name: str = getattr(code, "co_qualname", code.co_name)
    return code.co_filename, name, code.co_firstlineno


def _lambdas_in(code: CodeType, line: int) -> int:
    """How many lambdas of that line there are inside of another one."""
    inner = [one for one in code.co_consts if is_a(one, CodeType)]
    own = sum(one.co_name == "<lambda>" and one.co_firstlineno == line for one in inner)
    return own + sum(_lambdas_in(one, line) for one in inner)


@functools.lru_cache(maxsize=4096)
def names_in(code: CodeType) -> frozenset[str]:
    """The globals and attributes that code mentions."""
    nested = (names_in(constant) for constant in code.co_consts if is_a(constant, CodeType))
    return frozenset(code.co_names).union(*nested)


def _column(code: Any) -> int:
    """Where on its line the code of a lambda begins, as far as Python knows."""
    if not _HAS_COLUMNS:
        return 0
    columns = [place[2] for place in code.co_positions() if place[0] == code.co_firstlineno and place[2]]
    return min(columns, default=0)
