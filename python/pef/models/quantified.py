"""What `any` and `all` get from a generator expression, evaluated to its end where the program cannot tell.

The builtin stops at the first element that decides, so each element would be a decision. Where evaluating the others has
no effects, all of them are evaluated and their truths become one condition (`models/quantified.rs`). That is so for
expressions without calls, attributes and branches, of numbers, strings and bytes, over a container that nobody else
goes through at the same time; whoever calls this has seen that the program does not keep the generator. An exception that a later element raises is raised when the builtin gets to it, if it
does.

This module is not rewritten, but counts as if it were: it hands values over and does nothing else to them.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import itertools
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, GeneratorType
from typing import Any

from pef import _engine

_engine.mark_rewritten(globals())

# The rest of what is longer is evaluated as the builtin asks for it.
_MOST_ELEMENTS = 64
_MOST_LOOKED_AT = 1024
_DEEPEST = 2

# Operations without branches, calls of unknown functions, or effects; their names in all versions of CPython.
# fmt: off
_HARMLESS = frozenset(
    {
        "CACHE", "COPY_FREE_VARS", "END_FOR", "EXTENDED_ARG", "FOR_ITER", "GEN_START", "JUMP_ABSOLUTE",
        "JUMP_BACKWARD", "NOP", "NOT_TAKEN", "POP_ITER", "POP_TOP", "RESUME", "RETURN_CONST", "RETURN_GENERATOR",
        "RETURN_VALUE", "YIELD_VALUE", "CALL_INTRINSIC_1", "RERAISE", "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_DEREF",
        "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_GLOBAL", "LOAD_FAST_LOAD_FAST",
        "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST",
        "UNPACK_SEQUENCE", "CALL", "CALL_FUNCTION", "PRECALL", "PUSH_NULL", "COMPARE_OP", "BINARY_OP",
        "UNARY_NEGATIVE", "UNARY_POSITIVE", "UNARY_INVERT", "BINARY_ADD", "BINARY_SUBTRACT", "BINARY_MULTIPLY",
        "BINARY_MODULO", "BINARY_FLOOR_DIVIDE", "BINARY_TRUE_DIVIDE", "BINARY_AND", "BINARY_OR", "BINARY_XOR",
    }
)
# fmt: on
# The calls that rewriting makes of operators, and functions that only look.
_HOOKS = frozenset({"__pef_sub__", "__pef_callee__", "__pef_mod__", "__pef_not__", "__pef_in__", "__pef_not_in__"})
_FUNCTIONS = (len, abs)
_SCALARS = frozenset({int, float, bool, str, bytes, type(None)})
_SYMBOLIC = frozenset(kind for scalar in (int, bool, float, str, bytes) for kind in _engine.symbolic_classes(scalar))
_COUNTING = frozenset({"range_iterator", "longrange_iterator"})
_GOING_THROUGH = frozenset({"list_iterator", "tuple_iterator"})

_names_by_code: dict[CodeType, tuple[str, ...] | None] = {}


def evaluated(generator: GeneratorType[Any, Any, Any]) -> Iterable[Any]:
    """The elements as a list where they can all be had; otherwise something that gives them one by one."""
    names = _names_of(generator.gi_code)
    if names is None or not _is_symbolic_and_harmless(generator, names):
        return generator
    elements: list[Any] = []
    try:
        for element in generator:
            elements.append(element)
            if len(elements) >= _MOST_ELEMENTS:
                return itertools.chain(elements, generator)
    except Exception as error:
        return _ending_with(elements, error)
    return elements


def _ending_with(elements: list[Any], error: Exception) -> Iterator[Any]:
    yield from elements
    raise error


def _names_of(code: CodeType) -> tuple[str, ...] | None:
    """The globals that the code of a harmless generator expression uses; nothing for other code."""
    if code not in _names_by_code:
        _names_by_code[code] = _find_names(code)
    return _names_by_code[code]


def _find_names(code: CodeType) -> tuple[str, ...] | None:
    if code.co_name != "<genexpr>":
        return None
    names: list[str] = []
    for instruction in dis.get_instructions(code):
        if instruction.opname not in _HARMLESS:
            return None
        if instruction.opname == "LOAD_GLOBAL" and instruction.argval not in _HOOKS:
            names.append(instruction.argval)
    return tuple(names)


def _is_symbolic_and_harmless(generator: GeneratorType[Any, Any, Any], names: tuple[str, ...]) -> bool:
    """Whether all that the expression uses is data whose operators are the builtins', and some of it is symbolic."""
    frame = generator.gi_frame
    if frame is None or inspect.getgeneratorstate(generator) != inspect.GEN_CREATED:
        return False
    values = frame.f_locals
    source = values.get(".0")
    if source is None or any(name not in values for name in generator.gi_code.co_freevars):
        return False
    used = [values[name] for name in generator.gi_code.co_freevars]
    for name in names:
        if name in frame.f_globals:
            used.append(frame.f_globals[name])
        elif hasattr(builtins, name):
            used.append(getattr(builtins, name))
        else:
            return False
    del values
    parts = _parts_of(source, _OWN_REFERENCES)
    if parts is None:
        return False
    found = [_look(one) for one in (*used, *parts)]
    return None not in found and any(found)


def _parts_of(iterator: Any, references: int) -> list[Any] | None:
    """The containers that an iterator goes through; nothing where it is of another kind, or somebody else's too."""
    if sys.getrefcount(iterator) > references:
        return None
    sequence = _engine.iterated(iterator)
    if sequence is not None:
        return [_engine.fix(sequence)]
    kind = type(iterator)
    if kind is zip or kind is enumerate:
        inner = iterator.__reduce__()[1]
        iterators = inner if kind is zip else inner[:1]
        parts: list[Any] = []
        for index in range(len(iterators)):
            more = _parts_of(iterators[index], _INNER_REFERENCES[kind])
            if more is None:
                return None
            parts += more
        return parts
    if kind.__module__ != "builtins":
        return None
    if kind.__name__ in _COUNTING:
        # Its numbers are data; whether they are symbolic is seen by what they are compared with.
        return []
    if kind.__name__ in _GOING_THROUGH:
        reduced = iterator.__reduce__()
        containers, *position = reduced[1:]
        # At its end an iterator has no container any more.
        return [] if not position else [containers[0]] if position == [0] else None
    return None


def _look(value: Any, depth: int = _DEEPEST) -> bool | None:
    """Whether data is symbolic, or has something symbolic in it; nothing for what is more than data."""
    if type(value) in _SYMBOLIC:
        return True
    if type(value) in _SCALARS or any(value is function for function in _FUNCTIONS):
        return False
    if not depth or not isinstance(value, (list, tuple)):
        return None
    sequence = _engine.fix(value)
    if type(sequence) not in (list, tuple) or len(sequence) > _MOST_LOOKED_AT:
        return None
    found = [_look(element, depth - 1) for element in sequence]
    return None if None in found else any(found)


def _count_references() -> tuple[int, dict[type, int]]:
    """How many references there are, where `_parts_of` counts them, to iterators that nobody else has."""
    counts: list[int] = []

    def count(iterator: Any) -> None:
        counts.append(sys.getrefcount(iterator))

    def look(generator: Any) -> None:
        values = generator.gi_frame.f_locals
        source = values.get(".0")
        del values
        count(source)

    look(one for one in [0])
    for outer in (zip([0]), enumerate([0])):
        inner = outer.__reduce__()[1]
        count(inner[0])
    return counts[0], {zip: counts[1], enumerate: counts[2]}


_OWN_REFERENCES, _INNER_REFERENCES = _count_references()

_engine.set_model("quantified", evaluated)
