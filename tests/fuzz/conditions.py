"""The condition of a path, as Python evaluates it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

# What a condition that has no meaning for an input raises: `ord(s[3]) == 97` for a shorter text.
_NO_MEANING = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)


class Conditions:
    """All conditions of one path.

    Where one speaks of the elements of a set by number, it means them in some order: nobody can tell which.
    """

    def __init__(self, texts: Iterable[str], entry: dict[str, Any]) -> None:
        """`entry` is an input: it says which parameters are sets."""
        self.are_readable = True
        self._code: list[Any] = []
        sets = [name for name, value in entry.items() if isinstance(value, set | frozenset)]
        for text in texts:
            for name in sets:
                text = re.sub(rf"\blist\({name}\)", f"ordered_{name}", text)
            try:
                self._code.append(compile(ast.parse(text, mode="eval"), "<condition>", "eval"))
            except (SyntaxError, RecursionError):
                self.are_readable = False
        # Too long to be printed in full.
        self.are_readable = self.are_readable and not any("..." in text for text in texts)

    def hold(self, given: dict[str, Any], namespace: dict[str, Any]) -> bool:
        """Whether an input satisfies all of them; not if they cannot be read."""
        return self.are_readable and any(self._hold(scope, namespace) for scope in _orders(given))

    def _hold(self, scope: dict[str, Any], namespace: dict[str, Any]) -> bool:
        try:
            return all(eval(code, namespace, scope) for code in self._code)
        except _NO_MEANING:
            return False
        except NameError:
            # Written in words that Python does not have.
            self.are_readable = False
            return False


NONE = Conditions((), {})


def _orders(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    sets = [name for name, value in given.items() if isinstance(value, set | frozenset)]
    for orders in itertools.product(*(itertools.permutations(given[name]) for name in sets)):
        yield {**given, **{f"ordered_{name}": order for name, order in zip(sets, orders, strict=True)}}
