"""Functions as arguments: results for new arguments are new, those for equal arguments the same.

The symbolic and the plain function do the same: each keeps the arguments of the calls so far and compares those of the
next one with them (in the symbolic run that is decided), so their results have the same numbers. No function raises: an
exception that no code shows would be an invention.

This module is not rewritten, but counts as if it were: it hands values over, and has the engine compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pef import _engine
from pef.inputs.literals import expression, written
from pef.looks import is_a
from pef.startup.records import Record, field

_NAMES = "xyzabcdefgh"
_LONGEST = 60


class Table(Record, frozen=False):
    """The calls of a function in one plain run, for people."""

    arity: int | None
    otherwise: str
    """What it gives for all other arguments."""
    calls: list[tuple[list[str | None], dict[str, str | None], str]] = field(default_factory=list)
    """Arguments, and what it gave; an argument that no expression gives is not compared."""

    def text(self) -> str:
        """The function as an expression."""
        different = [call for call in self.calls if call[2] != self.otherwise]
        plain = all(not keywords and len(arguments) == self.arity for arguments, keywords, _ in self.calls)
        if self.arity is not None and plain and self.arity <= len(_NAMES):
            names = list(_NAMES[: self.arity])
            tests = [
                " and ".join(f"{name} == {text}" for name, text in zip(names, arguments, strict=True) if text) or "True"
                for arguments, _, _ in different
            ]
            head = f"lambda {', '.join(names)}: " if names else "lambda: "
        else:
            tests = [_whole(arguments, keywords) for arguments, keywords, _ in different]
            head = "lambda *args, **kwargs: "
        if "True" in tests and self.arity:
            # Of what cannot be written, the first one counts for all.
            different = different[: tests.index("True") + 1]
            cases = "".join(
                f"{result} if {test} else " for test, (_, _, result) in zip(tests, different[:-1], strict=False)
            )
            return f"{head}{cases}{different[-1][2]}"
        cases = "".join(f"{result} if {test} else " for test, (_, _, result) in zip(tests, different, strict=True))
        return f"{head}{cases}{self.otherwise}"


def _whole(arguments: list[str | None], keywords: Mapping[str, str | None]) -> str:
    """Whether all arguments of a call are these."""
    if None in arguments or None in keywords.values():
        parts = [f"len(args) == {len(arguments)} and kwargs.keys() == set({sorted(keywords)})"]
        parts += [f"args[{index}] == {text}" for index, text in enumerate(arguments) if text]
        return " and ".join([*parts, *(f"kwargs[{name!r}] == {text}" for name, text in keywords.items() if text)])
    elements = "".join(f"{text}, " for text in arguments)
    entries = ", ".join(f"{name!r}: {text}" for name, text in keywords.items())
    return f"(args, kwargs) == (({elements}), {{{entries}}})"


class FunctionMaker:
    """Makes the functions of one parameter; the engine calls it."""

    def __init__(self, arity: int | None) -> None:
        self._arity = arity
        self.was_called = False
        """Whether a run called a function of this maker: then it matters that others were not tried."""
        self._tables: dict[str, Table] = {}
        self._texts: dict[str, list[str]] = {}
        """By function: the arguments of its calls as conditions show them, from the last symbolic run."""

    def __call__(self, results: Any) -> Callable[..., Any]:
        if not results.is_plain:
            # A new input: what the plain function does with it comes after.
            self._tables.pop(results.key, None)
            texts = self._texts[results.key] = []
            return _function(results, texts, None, self)
        table = self._tables.get(results.key)
        if table is None:
            table = self._tables[results.key] = Table(self._arity, expression(results.otherwise()))
        function = _function(results, self._texts.get(results.key, []), table, self)
        _texts[id(function)] = (function, table)
        while len(_texts) > _KEPT:
            del _texts[next(iter(_texts))]
        return function


_KEPT = 1_000
# The text of a plain function is asked for right after its run.
_texts: dict[int, tuple[Callable[..., Any], Table]] = {}


def function_makers(shape: Any) -> Iterator[FunctionMaker]:
    """The makers of the functions in values of a shape."""
    if is_a(shape, FunctionMaker):
        yield shape
    elif is_a(shape, tuple):
        for part in shape:
            yield from function_makers(part)


def text_of(value: Any) -> str | None:
    """The expression for a function that was made here."""
    found = _texts.get(id(value))
    return f"({found[1].text()})" if found is not None and found[0] is value else None


def _function(results: Any, shown: list[str], table: Table | None, maker: FunctionMaker) -> Callable[..., Any]:
    from pef.contracts.copying import copied

    known: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def function(*args: Any, **kwargs: Any) -> Any:
        maker.was_called = True
        for number, (other_args, other_kwargs) in enumerate(known):
            if _same(args, kwargs, other_args, other_kwargs, is_plain=table is not None):
                return results.get(number, shown[number] if number < len(shown) else "")
        memo: dict[int, Any] = {}
        kept = tuple([copied(value, memo) for value in args]), {name: copied(kwargs[name], memo) for name in kwargs}
        known.append(kept)
        if table is None:
            shown.append(_shown(args, kwargs))
        number = len(known) - 1
        result = results.get(number, shown[number] if number < len(shown) else "")
        if table is not None and len(table.calls) < len(known):
            texts = [written(value) for value in args], {name: written(kwargs[name]) for name in kwargs}
            table.calls.append((*texts, expression(result)))
        return result

    function.__name__ = function.__qualname__ = results.name if results.name.isidentifier() else "function"
    return function


def _shown(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Arguments as conditions show them; what has no short text is left out."""
    positional = [_short(value) for value in args]
    return ", ".join([*positional, *(f"{name}={_short(kwargs[name])}" for name in kwargs)])


def _short(value: Any) -> str:
    text = _engine.term_text(value)
    if text is None:
        plain = type(value) in (int, bool, float, str, type(None))
        text = expression(value) if plain else "..."
    return text if len(text) <= _LONGEST else "..."


def _same(
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    other_args: tuple[Any, ...],
    other_kwargs: dict[str, Any],
    *,
    is_plain: bool,
) -> bool:
    if len(args) != len(other_args) or kwargs.keys() != other_kwargs.keys():
        return False
    pairs = [*zip(args, other_args, strict=True), *((kwargs[name], other_kwargs[name]) for name in kwargs)]
    return all(one is other or _are_equal(one, other, is_plain=is_plain) for one, other in pairs)


def _are_equal(one: Any, other: Any, *, is_plain: bool) -> bool:
    equal = None if is_plain else _engine.equality(one, other)
    return bool(one == other if equal is None else equal)


_engine.mark_own(globals())
