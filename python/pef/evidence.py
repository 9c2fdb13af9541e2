"""Which types are really passed to a parameter that declares none: its default, calls in the project, doctests.

Only literals are read; nothing is run. Evidence makes an error of what would otherwise be a wrong guess about a type
(`pef.blame.is_wrong_guess`), so what is not understood is no evidence.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pef.project_calls import calls_of

_WORD = re.compile(r"[A-Za-z_][\w.]*")
_CONTENTS_DEPTH = 3
# What messages call values of a type, beside its name.
_OTHER_NAMES = {
    "str": ("string", "strings", "sequence", "iterable", "str_iterator"),
    "bytes": ("bytes-like", "sequence", "iterable"),
    "list": ("sequence", "iterable", "mapping", "list_iterator"),
    "tuple": ("sequence", "iterable", "tuple_iterator"),
    "dict": ("mapping", "iterable", "dict_keyiterator"),
    "set": ("iterable", "set_iterator"),
    "int": ("integer", "integers", "number", "numbers"),
    "float": ("number", "numbers", "real"),
    "NoneType": ("None",),
}


def types_passed(function: Callable[..., Any], file: str) -> dict[str, set[type]]:
    """By parameter: the types that it is known to get."""
    return {name: {type(value) for value in values} for name, values in values_passed(function, file).items()}


def values_passed(function: Callable[..., Any], file: str) -> dict[str, list[Any]]:
    """By parameter: values that it is known to get."""
    found: dict[str, list[Any]] = {}
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return found
    for parameter in signature.parameters.values():
        if parameter.default is not parameter.empty:
            found.setdefault(parameter.name, []).append(parameter.default)
    elsewhere = calls_of(name, file) if (name := _name_of(function)) else ()
    for call in (*_calls_in_file(function, file), *elsewhere, *_calls_in_doctests(function)):
        _take(call, signature, found)
    return found


def _name_of(function: Callable[..., Any]) -> str:
    """The name that other files import a function by; none for methods and functions inside of others."""
    name: str = getattr(function, "__qualname__", "")
    return "" if "." in name else name


def _take(call: ast.Call, signature: inspect.Signature, found: dict[str, list[Any]]) -> None:
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    try:
        bound = signature.bind(*call.args, **keywords)
    except TypeError:
        return
    for name, argument in bound.arguments.items():
        if isinstance(argument, ast.expr):
            try:
                value = ast.literal_eval(argument)
            except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                continue
            found.setdefault(name, []).append(value)


def _calls_in_file(function: Callable[..., Any], file: str) -> Iterator[ast.Call]:
    name = getattr(function, "__name__", "")
    yield from (call for called, call in _calls(file) if called == name)


@functools.lru_cache(maxsize=64)
def _calls(file: str) -> list[tuple[str, ast.Call]]:
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return []
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [(call.func.id, call) for call in calls if isinstance(call.func, ast.Name)]


def _calls_in_doctests(function: Callable[..., Any]) -> Iterator[ast.Call]:
    text = inspect.getdoc(function) or ""
    if ">>>" not in text:
        return
    # It imports a debugger, which most runs do not need.
    import doctest

    name = getattr(function, "__name__", "")
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return
    for example in examples:
        try:
            tree = ast.parse(example.source)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def types_in(value: Any, depth: int = 0) -> Iterator[type]:
    """The types of a value and of what it contains."""
    yield type(value)
    if depth > _CONTENTS_DEPTH:
        return
    if type(value) is dict:
        value = [*value.keys(), *value.values()]
    if type(value) in (list, tuple, set, frozenset):
        for element in value:
            yield from types_in(element, depth + 1)


def message_of(error: BaseException) -> str:
    """The message of an exception, whose class may be the program's."""
    try:
        return str(error)
    except Exception:
        return ""


def words_of(error: BaseException) -> set[str]:
    """The words in the message of an exception, names of types among them."""
    return set(_WORD.findall(message_of(error)))


def is_named(kind: type, words: set[str]) -> bool:
    """Whether a message with these words speaks of values of a type."""
    return not words.isdisjoint((kind.__name__, *_OTHER_NAMES.get(kind.__name__, ())))
