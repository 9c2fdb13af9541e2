"""Types from stub files (`pef.analysis.stub_files` finds them).

A stub says what the source does not: annotations of the function itself go before. Nothing of a stub is run; the names
in it mean what they mean in the module, and then what the stub itself imports and declares. Of overloads a parameter
has the types of all.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pef.analysis.stub_files import stub_of
from pef.analysis.type_checking_imports import annotation_text, flattened, names_bound
from pef.looks import attribute_of, unwrapped


def stubbed_types(function: Callable[..., Any]) -> dict[str, Any]:
    """By parameter: the text of the types that a stub gives; a list of them for overloads."""
    plain = unwrapped(function)
    code = attribute_of(plain, "__code__", None)
    if code is None:
        return {}
    stub = stub_of(Path(code.co_filename), attribute_of(plain, "__module__", None) or "")
    if stub is None:
        return {}
    found: dict[str, list[str]] = {}
    for definition in _definitions(_parsed(stub), plain.__qualname__.split(".")):
        arguments = definition.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        for argument in every:
            if argument is not None and argument.annotation is not None:
                texts = found.setdefault(argument.arg, [])
                text = annotation_text(argument.annotation)
                texts += [text] if text not in texts else []
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in found.items()}


def stub_names(function: Callable[..., Any]) -> dict[str, Any]:
    """What the stub of a function's module imports and declares."""
    plain = unwrapped(function)
    code = attribute_of(plain, "__code__", None)
    stub = stub_of(Path(code.co_filename), attribute_of(plain, "__module__", None) or "") if code is not None else None
    scope: Mapping[str, Any] = attribute_of(plain, "__globals__", {})
    return names_bound(flattened(_parsed(stub)), scope) if stub is not None else {}


@functools.lru_cache(maxsize=64)
def _parsed(stub: Path) -> tuple[ast.stmt, ...]:
    try:
        return tuple(ast.parse(stub.read_bytes()).body)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ()


def _definitions(body: Any, names: list[str]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in flattened(body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and [node.name] == names:
            yield node
        elif isinstance(node, ast.ClassDef) and node.name == names[0] and len(names) > 1:
            yield from _definitions(node.body, names[1:])
