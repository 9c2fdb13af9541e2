"""What operations of Python run and change, as far as that is known: for `pef.objects.effects`.

Invariant: what is listed as harmless is so for every value that code of a program can have.
"""

from __future__ import annotations

import ast
import dataclasses
import datetime
import decimal
import fractions
import functools
import pathlib
import re
import reprlib
from collections import deque, namedtuple
from typing import Any

_UNCHANGEABLE = (str, bytes, int, float, complex, tuple, frozenset, range)
_UNCHANGEABLE_OF_LIBRARIES = (
    *(datetime.datetime, datetime.date, datetime.time, datetime.timedelta),
    *(decimal.Decimal, fractions.Fraction, pathlib.PurePath, re.Pattern, re.Match),
)
READING = frozenset(
    {name for class_ in (*_UNCHANGEABLE, *_UNCHANGEABLE_OF_LIBRARIES) for name in dir(class_) if name[0] != "_"}
    | {"difference", "get", "intersection", "isdisjoint", "issubset", "issuperset", "items", "keys", "most_common"}
    | {"elements", "fromkeys", "symmetric_difference", "total", "union", "values"}
) - {"sub", "subn"}
CHANGING = (
    frozenset(name for class_ in (list, dict, set, bytearray, deque) for name in dir(class_) if name[0] != "_")
    - READING
)
# Builtins that change nothing; those that run code of the program do so through its special methods.
HARMLESS = frozenset(
    [
        "abs",
        "all",
        "any",
        "ascii",
        "bin",
        "bool",
        "bytes",
        "callable",
        "chr",
        "complex",
        "dict",
        "divmod",
        "enumerate",
        "filter",
        "float",
        "format",
        "frozenset",
        "hash",
        "hex",
        "id",
        "int",
        "isinstance",
        "issubclass",
        "iter",
        "len",
        "list",
        "map",
        "max",
        "min",
        "object",
        "oct",
        "ord",
        "pow",
        "print",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "slice",
        "sorted",
        "str",
        "sum",
        "super",
        "tuple",
        "type",
        "vars",
        "zip",
    ]
)
GOING_THROUGH = frozenset(
    [
        "all",
        "any",
        "bytes",
        "dict",
        "enumerate",
        "filter",
        "frozenset",
        "list",
        "map",
        "max",
        "min",
        "set",
        "sorted",
        "sum",
        "tuple",
        "zip",
    ]
)
PASSED_BY_NAME = frozenset({"base", "default", "end", "indent", "key", "ndigits", "reverse", "sep", "start", "strict"})
# Functions of these modules that call what they are given.
CALLING = frozenset({"accumulate", "dropwhile", "filterfalse", "groupby", "starmap", "takewhile"})
HARMLESS_MODULES = frozenset({"math", "cmath", "itertools", "statistics", "string", "textwrap"})

SHOWN = ("__str__", "__repr__", "__format__")
TRUTH = ("__bool__", "__len__")
ITERATION = ("__iter__", "__next__", "__len__", "__getitem__", "__contains__", "__reversed__", "__length_hint__")
COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
_NUMBERS = ("__int__", "__float__", "__index__", "__abs__", "__round__", "__complex__", "__bytes__", "__divmod__")
BY_BUILTINS = (
    *(*SHOWN, *TRUTH, *ITERATION, *COMPARISONS, *_NUMBERS),
    *("__hash__", "__add__", "__radd__", "__pow__", "__instancecheck__", "__subclasscheck__", "__dir__"),
)
BY_BUILTIN: dict[str, tuple[str, ...]] = {
    "all": (*ITERATION, *TRUTH),
    "any": (*ITERATION, *TRUTH),
    "bool": TRUTH,
    "callable": (),
    "enumerate": ITERATION,
    "id": (),
    "isinstance": ("__instancecheck__",),
    "len": ("__len__",),
    "object": (),
    "super": (),
    "type": (),
    "vars": (),
    "zip": ITERATION,
}
UNARY: dict[type, tuple[str, ...]] = {
    ast.USub: ("__neg__",),
    ast.UAdd: ("__pos__",),
    ast.Invert: ("__invert__",),
    ast.Not: TRUTH,
}
FIELD_OF_TUPLE: Any = type(namedtuple("_Pair", "first").first)  # type: ignore[attr-defined]
GENERATED = frozenset({*COMPARISONS, *SHOWN, "__hash__"})
GENERATING = ("<", *(str(module.__file__) for module in (dataclasses, functools, reprlib)))
REFUSED_STATEMENTS = (
    *(ast.With, ast.AsyncWith, ast.AsyncFor, ast.Await, ast.Global, ast.Nonlocal, ast.ClassDef, ast.Delete),
    *(ast.ImportFrom, ast.Import),
)
