"""Which kinds of values allow what: the tables behind `uses`.

A kind is the name of a builtin type, or `function`.
"""

from __future__ import annotations

import ast
import functools

Kinds = frozenset[str]

NUMBERS: Kinds = frozenset({"int", "float", "bool"})
POSITIONS: Kinds = frozenset({"int", "bool"})
ORDERED: Kinds = NUMBERS | {"str", "list", "tuple", "bytes"}
ITERABLES: Kinds = frozenset({"list", "tuple", "str", "dict", "set", "bytes"})
CONTAINERS = ITERABLES
DICTIONARIES: Kinds = frozenset({"dict"})
TAKEN_APART: Kinds = frozenset({"tuple", "list"})
_TEXTS: Kinds = frozenset({"str", "bytes"})
_SEQUENCES: Kinds = frozenset({"list", "tuple", "str", "bytes"})
_REPEATED = _SEQUENCES

_CLASSES: dict[str, type] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "bytes": bytes,
    "list": list,
    "tuple": tuple,
    "dict": dict,
    "set": set,
}
KIND_OF_TYPE: dict[type, str] = {**{class_: name for name, class_ in _CLASSES.items()}, type(None): "None"}

BUILTIN_FUNCTIONS: dict[str, Kinds] = {
    "len": ITERABLES,
    "sorted": ITERABLES,
    "sum": frozenset({"list", "tuple", "set"}),
    "min": ITERABLES,
    "max": ITERABLES,
    "any": ITERABLES,
    "all": ITERABLES,
    "list": ITERABLES,
    "tuple": ITERABLES,
    "set": ITERABLES,
    "frozenset": ITERABLES,
    "enumerate": ITERABLES,
    "iter": ITERABLES,
    "reversed": _SEQUENCES,
    "zip": ITERABLES,
    "range": frozenset({"int"}),
    "chr": frozenset({"int"}),
    "bin": frozenset({"int"}),
    "hex": frozenset({"int"}),
    "ord": _TEXTS,
    "abs": NUMBERS,
    "round": NUMBERS,
    "divmod": NUMBERS,
    "pow": NUMBERS,
    "int": NUMBERS | _TEXTS,
    "float": NUMBERS | _TEXTS,
    "open": frozenset({"str"}),
}


@functools.cache
def having(attribute: str) -> Kinds:
    """The kinds that have an attribute which says something: every object has a `__class__`."""
    if hasattr(object, attribute):
        return frozenset(_CLASSES)
    return frozenset(name for name, class_ in _CLASSES.items() if hasattr(class_, attribute))


def operands(operator: type[ast.operator], literal: str | None) -> Kinds:
    """The kinds of an operand whose other operand is such a literal, or none."""
    if operator is ast.Add:
        if literal is None:
            return NUMBERS | _SEQUENCES
        return alike(literal)
    if operator is ast.Mult:
        if literal == "float":
            return NUMBERS
        if literal in ("str", "list", "tuple", "bytes"):
            return POSITIONS
        return NUMBERS | _REPEATED
    if operator is ast.Mod:
        return NUMBERS if literal in ("int", "float") else NUMBERS | _TEXTS
    if operator in (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor) and literal in (None, "set"):
        kinds = POSITIONS | {"set"} if operator is not ast.Sub else NUMBERS | {"set"}
        return frozenset({"set"}) if literal == "set" else kinds
    return NUMBERS


def alike(literal: str) -> Kinds:
    """The kinds that can be added to, or ordered with, a literal."""
    return NUMBERS if literal in NUMBERS else frozenset({literal})


def subscripted(literal: str | None, *, is_slice: bool, stores: bool) -> Kinds:
    """The kinds that can be indexed in such a way."""
    if is_slice:
        return frozenset({"list"}) if stores else _SEQUENCES
    if literal == "str":
        return DICTIONARIES
    if stores:
        return frozenset({"list", "dict"})
    return _SEQUENCES if literal in ("int", "bool") else _SEQUENCES | {"dict"}
