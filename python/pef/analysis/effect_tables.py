"""What operations of Python run and change, as far as that is known: for `pef.analysis.effects`.

Invariant: what is listed as harmless is so for every value that code of a program can have.
"""

from __future__ import annotations

import ast
import cmath
import dataclasses
import datetime
import decimal
import fractions
import functools
import math
import pathlib
import re
import reprlib
from array import array
from collections import Counter, OrderedDict, deque, namedtuple
from typing import Any

_UNCHANGEABLE = (str, bytes, int, float, complex, tuple, frozenset, range)
_UNCHANGEABLE_OF_LIBRARIES = (
    *(datetime.datetime, datetime.date, datetime.time, datetime.timedelta),
    *(decimal.Decimal, fractions.Fraction, pathlib.PurePath, re.Pattern, re.Match),
)
_READING_OF_BUILTINS = frozenset(
    {name for class_ in _UNCHANGEABLE for name in dir(class_) if name[0] != "_"}
    | {"difference", "get", "intersection", "isdisjoint", "issubset", "issuperset", "items", "keys", "most_common"}
    | {"elements", "fromkeys", "symmetric_difference", "total", "union", "values"}
)
_CONTAINERS = (list, dict, set, bytearray, deque, OrderedDict, Counter, array)
# A name that means one thing for a number and another for a container counts for the container.
CHANGING = (
    frozenset(name for class_ in _CONTAINERS for name in dir(class_) if name[0] != "_")
    - _READING_OF_BUILTINS
    - {"buffer_info", "itemsize", "maxlen", "tobytes", "tolist", "tounicode", "typecode"}
)
# What is left out calls a function, reads attributes that stand in a text, or gives something that is changed by using it.
READING = (
    (_READING_OF_BUILTINS | {name for class_ in _UNCHANGEABLE_OF_LIBRARIES for name in dir(class_) if name[0] != "_"})
    - CHANGING
    - {"format", "format_map", "scanner", "sub", "subn"}
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
CALLING = frozenset({"accumulate", "dropwhile", "filterfalse", "groupby", "indent", "starmap", "takewhile"})
HARMLESS_MODULES = frozenset({"math", "cmath", "itertools", "statistics", "string", "textwrap"})
# Functions of `math` and `cmath` that take nothing but numbers.
OF_NUMBERS = frozenset(name for module in (math, cmath) for name in dir(module)) - {
    *("dist", "fsum", "prod", "sumprod"),
}

SHOWN = ("__str__", "__repr__", "__format__")
TRUTH = ("__bool__", "__len__")
ITERATION = ("__iter__", "__next__", "__len__", "__getitem__", "__contains__", "__reversed__", "__length_hint__")
COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
_AS_NUMBER = ("__int__", "__float__", "__index__", "__trunc__", "__complex__")
_HASHING = ("__hash__", "__eq__")
_MAPPING = (*ITERATION, *_HASHING, "keys")
CLASS_TESTS = ("__instancecheck__", "__subclasscheck__", "__subclasshook__", "__class__", "__bases__")
# Special methods that may be called by name: those of builtin types change nothing.
CALLED_BY_NAME = frozenset(
    [
        *(*SHOWN, *TRUTH, *COMPARISONS, *_AS_NUMBER, "__iter__", "__contains__", "__reversed__", "__length_hint__"),
        *("__abs__", "__round__", "__bytes__", "__divmod__", "__hash__", "__add__", "__radd__", "__pow__", "__dir__"),
        *("__instancecheck__", "__subclasscheck__"),
    ]
)
# Special methods that nothing runs but what is refused, or looked at in its own place: statements, assignments, calls,
# attributes, the making of objects and classes, copies. Any other may be run by a function that is not known better.
NOT_BY_BUILTINS = frozenset(
    [
        *("__init__", "__new__", "__post_init__", "__del__", "__init_subclass__", "__set_name__", "__prepare__"),
        *("__set__", "__delete__", "__setattr__", "__delattr__", "__setitem__", "__delitem__", "__get__"),
        *("__getattr__", "__getattribute__", "__call__", "__class_getitem__", "__mro_entries__", "__annotate__"),
        *("__enter__", "__exit__", "__aenter__", "__aexit__", "__aiter__", "__anext__", "__await__"),
        *("__copy__", "__deepcopy__", "__replace__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"),
        *("__getnewargs__", "__getnewargs_ex__", "__sizeof__", "__buffer__", "__release_buffer__"),
        *(f"__i{name}__" for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow")),
        *(f"__i{name}__" for name in ("lshift", "rshift", "or", "xor", "and")),
    ]
)
BY_BUILTIN: dict[str, tuple[str, ...]] = {
    "abs": ("__abs__",),
    "all": (*ITERATION, *TRUTH),
    "any": (*ITERATION, *TRUTH),
    "ascii": SHOWN,
    "bin": ("__index__",),
    "bool": TRUTH,
    "bytes": (*ITERATION, *_AS_NUMBER, "__bytes__"),
    "callable": (),
    "chr": ("__index__",),
    "dict": _MAPPING,
    "enumerate": (*ITERATION, "__index__"),
    "filter": (*ITERATION, *TRUTH),
    "float": (*_AS_NUMBER, *SHOWN),
    "format": SHOWN,
    "frozenset": (*ITERATION, *_HASHING),
    "hash": ("__hash__",),
    "hex": ("__index__",),
    "id": (),
    "int": (*_AS_NUMBER, *SHOWN),
    "isinstance": CLASS_TESTS,
    "issubclass": CLASS_TESTS,
    "iter": ITERATION,
    "len": ("__len__",),
    "list": ITERATION,
    "map": ITERATION,
    "max": (*ITERATION, *COMPARISONS, *TRUTH),
    "min": (*ITERATION, *COMPARISONS, *TRUTH),
    "object": (),
    "oct": ("__index__",),
    "ord": (),
    "print": (*SHOWN, *TRUTH),
    "range": ("__index__",),
    "repr": SHOWN,
    "reversed": ITERATION,
    "round": ("__round__", "__index__"),
    "set": (*ITERATION, *_HASHING),
    "slice": (),
    "sorted": (*ITERATION, *COMPARISONS, *TRUTH, "__index__"),
    "str": SHOWN,
    "sum": (*ITERATION, "__add__", "__radd__"),
    "super": (),
    "tuple": ITERATION,
    "type": (),
    "vars": (),
    "zip": (*ITERATION, *TRUTH),
}
"""What builtins run; any other runs whatever the program has."""
BY_MATHEMATICS = (*_AS_NUMBER, *TRUTH, *COMPARISONS, "__floor__", "__ceil__")
"""What functions of numbers run."""
BY_FORMATTING = (*SHOWN, *_AS_NUMBER)
"""What is run to put values into a text by `%`, `format` and `format_map`."""
BY_NAMES_IN_TEXT = (*ITERATION, *_HASHING, "__missing__")
"""What is run to look them up by names."""
BY_METHODS = (
    *(*SHOWN, *TRUTH, *ITERATION, *COMPARISONS, *_AS_NUMBER, "__hash__", "__missing__", "__round__", "__bytes__"),
    *("__add__", "__radd__", "keys"),
)
"""What methods of builtin types and of those of libraries that cannot be changed run of their arguments."""
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
