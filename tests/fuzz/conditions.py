"""The condition of a path, as Python evaluates it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

# What a condition that has no meaning for an input raises: `ord(s[3]) == 97` for a shorter text.
_NO_MEANING = (LookupError, TypeError, ValueError, ZeroDivisionError, AttributeError)

_LARGEST_SET = 4


class Conditions:
    """All conditions of one path.

    Where one speaks of the elements of a set by number, it means them in some order: nobody can tell which.
    """

    def __init__(self, texts: Iterable[str], entry: dict[str, Any]) -> None:
        """`entry` is an input: it says which parameters are sets."""
        self._sets = [name for name, value in entry.items() if isinstance(value, set | frozenset)]
        self.speak_of_sets = bool(self._sets)
        joined = " and ".join(f"({text})" for text in texts) or "True"
        for name in self._sets:
            joined = re.sub(rf"\blist\({name}\)", f"ordered_{name}", joined)
        # Some are too long to be printed in full.
        self.are_readable = "..." not in joined
        try:
            self._code = compile(joined, "<condition>", "eval")
        except (SyntaxError, RecursionError, MemoryError):
            self.are_readable = False

    def hold(self, given: dict[str, Any], namespace: dict[str, Any]) -> bool:
        """Whether an input satisfies all of them; not if they cannot be read."""
        return self.are_readable and any(self._hold(scope, namespace) for scope in self._orders(given))

    def _hold(self, scope: dict[str, Any], namespace: dict[str, Any]) -> bool:
        try:
            return bool(eval(self._code, namespace, scope))
        except _NO_MEANING:
            return False
        except (NameError, OverflowError):
            # Written in words that Python does not have, or with powers of floats, which raise where the formula goes on.
            self.are_readable = False
            return False

    def _orders(self, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not self._sets:
            yield given
            return
        if any(len(given[name]) > _LARGEST_SET for name in self._sets):
            # Too many orders to try: whoever asks is told nothing.
            self.are_readable = False
            return
        for orders in itertools.product(*(itertools.permutations(given[name]) for name in self._sets)):
            yield {**given, **{f"ordered_{name}": order for name, order in zip(self._sets, orders, strict=True)}}


NONE = Conditions((), {})
