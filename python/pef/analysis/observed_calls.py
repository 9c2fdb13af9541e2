"""Which types are really passed to a parameter that declares none: its default, calls in the project, doctests.

Only literals are read; nothing is run. Evidence makes an error of what would otherwise be a wrong guess about a type
(`pef.judging.exceptions.is_wrong_guess`), so what is not understood is no evidence.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pef.analysis.project_calls import calls_of
from pef.looks import attribute_of
from pef.startup.clean_imports import of_library
from pef.startup.lazy_patterns import pattern

_WORD = pattern(r"[A-Za-z_][\w.]*")
_CONTENTS_DEPTH = 3
# An argument that is no literal.
_UNKNOWN = object()
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
    found: dict[str, set[type]] = {}
    for call in calls_made(function, file):
        for name, value in call.items():
            found.setdefault(name, set()).add(type(value))
    return found


def calls_made(function: Callable[..., Any], file: str) -> list[dict[str, Any]]:
    """Calls that are known to be made: the values of those parameters that are known, defaults included."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    parameters = signature.parameters.values()
    defaults = {
        parameter.name: parameter.default for parameter in parameters if parameter.default is not parameter.empty
    }
    found = [defaults] if defaults else []
    for call in _calls(function, file):
        values = _values_of(call, signature)
        if values is not None:
            found.append({**{name: value for name, value in defaults.items() if name not in values}, **values})
    return [{name: value for name, value in call.items() if value is not _UNKNOWN} for call in found]


def keywords_passed(function: Callable[..., Any], file: str) -> set[str]:
    """The names by which arguments are known to be passed."""
    return {keyword.arg for call in _calls(function, file) for keyword in call.keywords if keyword.arg}


def _name_of(function: Callable[..., Any]) -> str:
    """The name that other files import a function by; none for methods and functions inside of others."""
    name: str = attribute_of(function, "__qualname__", "")
    return "" if "." in name else name


def _calls(function: Callable[..., Any], file: str) -> Iterator[ast.Call]:
    yield from _calls_in_file(function, file)
    if name := _name_of(function):
        yield from calls_of(name, file)
    yield from _calls_in_doctests(function)


def _values_of(call: ast.Call, signature: inspect.Signature) -> dict[str, Any] | None:
    """What a call passes, by parameter; nothing where that cannot be seen."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    try:
        bound = signature.bind(*call.args, **keywords)
    except TypeError:
        return None
    values: dict[str, Any] = {}
    for name, argument in bound.arguments.items():
        values[name] = _UNKNOWN
        if isinstance(argument, ast.expr):
            with contextlib.suppress(ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                values[name] = ast.literal_eval(argument)
    return values


def _calls_in_file(function: Callable[..., Any], file: str) -> Iterator[ast.Call]:
    name = attribute_of(function, "__name__", "")
    yield from (call for called, call in _named_calls(file) if called == name)


@functools.lru_cache(maxsize=64)
def _named_calls(file: str) -> list[tuple[str, ast.Call]]:
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
    with of_library():
        import doctest
    name = attribute_of(function, "__name__", "")
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


def places_in(value: Any, place: str = "") -> Iterator[tuple[str, type]]:
    """The types of a value and of what it contains, each with where it stands: a list of lists of `int` is no list of it."""
    yield place, type(value)
    if len(place) > _CONTENTS_DEPTH:
        return
    if type(value) is dict:
        for key, element in value.items():
            yield from places_in(key, f"{place}k")
            yield from places_in(element, f"{place}v")
    elif type(value) in (list, tuple, set, frozenset):
        for element in value:
            yield from places_in(element, f"{place}e")


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
