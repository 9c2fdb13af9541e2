"""Explores operations and compares each path with CPython.

For one operation and one choice of which operands are symbolic: a function is written into a module of its own,
explored, and on every path what the symbolic run gave (value and type, or exception type and message) is compared with
what the builtin gives for the same plain input; besides, the engine compares each term it makes with the value it is
made for (`set_checking`). A mismatch is a defect of a model.
"""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pef
from pef import _engine
from pef.exploring import Exploration
from pef.loading import load_target

# Plain operands, for the combinations in which an operand is not symbolic.
SAMPLES: dict[str, list[str]] = {
    "int": ["0", "1", "-1", "3", "-7", "10**20"],
    "bool": ["False", "True"],
    "float": ["0.0", "-0.0", "1.5", "float('nan')", "float('inf')", "-3.0"],
    "str": ["''", "'a'", "'Ab 1'", "'\u00df'"],
    "bytes": ["b''", "b'a'", "b'Ab 1'"],
    "list[int]": ["[]", "[1]", "[3, 1, 2]"],
    "list[str]": ["[]", "['a', 'b']"],
    "tuple[int, ...]": ["()", "(1, 2)"],
    "dict[int, int]": ["{}", "{1: 2}", "{3: 4, 1: 0}"],
    "dict[str, int]": ["{}", "{'a': 1}"],
    "set[int]": ["set()", "{1, 2}"],
}


@dataclass(frozen=True, slots=True)
class Operation:
    """An expression over parameters `a`, `b`, … with their types."""

    expression: str
    types: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.expression}  ({', '.join(self.types)})"


@dataclass(slots=True)
class Outcome:
    """What checking one operation came to."""

    paths: int = 0
    explorations: int = 0
    mismatches: list[str] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    """Where the operation is not modelled: what was concretised."""


def variants(operation: Operation, samples: int) -> Iterator[tuple[list[tuple[str, str]], list[str]]]:
    """Every choice of which operands are symbolic: parameters, and the arguments the expression is used with."""
    names = [chr(ord("a") + index) for index in range(len(operation.types))]
    for symbolic in itertools.product([True, False], repeat=len(names)):
        if not any(symbolic):
            continue
        plain = [
            SAMPLES[kind][:samples] if not is_symbolic else [name]
            for name, kind, is_symbolic in zip(names, operation.types, symbolic, strict=True)
        ]
        parameters = [
            (name, kind) for name, kind, is_symbolic in zip(names, operation.types, symbolic, strict=True) if is_symbolic
        ]
        for values in itertools.product(*plain):
            yield parameters, list(values)


def verify(operation: Operation, folder: Path, *, samples: int, paths: int, depth: int) -> Outcome:
    """Check one operation in all its variants."""
    outcome = Outcome()
    names = [chr(ord("a") + index) for index in range(len(operation.types))]
    body = []
    for index, (parameters, values) in enumerate(variants(operation, samples)):
        declared = ", ".join(f"{name}: {kind}" for name, kind in parameters)
        bindings = "; ".join(
            f"{name} = {value}" for name, value in zip(names, values, strict=True) if value != name
        )
        body.append(f"def operation_{index}({declared}):\n    {bindings or 'pass'}\n    return {operation.expression}\n")
    file = folder / f"operation_{abs(hash(operation)):x}.py"
    file.write_text("import math\n" + "\n".join(body))
    _engine.set_checking(True)
    try:
        for index in range(len(body)):
            _verify_function(file, f"operation_{index}", outcome, paths, depth)
    finally:
        _engine.set_checking(False)
        sys.modules.pop(file.stem, None)
    return outcome


def _verify_function(file: Path, name: str, outcome: Outcome, paths: int, depth: int) -> None:
    target = load_target(str(file), name, file.parent)
    options = pef.Options(depth=depth, paths=paths, time=20)
    exploration = Exploration(target, options, keep_results=True)
    outcome.explorations += 1
    for path in exploration:
        outcome.paths += 1
        problem = _compare(path, exploration.last_symbolic)
        if problem:
            outcome.mismatches.append(f"{path.call}: {problem}")
    for reason in exploration.report().reasons:
        if reason.kind.value in ("divergence", "unreproduced"):
            outcome.mismatches.append(f"{name}: {reason.kind.value}: {reason.detail}")
        elif reason.kind.value == "concretised":
            outcome.notes.add(reason.detail)


def _compare(path: pef.Path, symbolic: tuple[Any, BaseException | None]) -> str | None:
    result, exception = symbolic
    if (exception is None) != (path.exception is None):
        return f"symbolic {exception!r}, plain {path.exception!r}"
    if exception is not None and path.exception is not None:
        one = (type(exception).__name__, str(exception))
        two = (type(path.exception).__name__, str(path.exception))
        return None if one == two else f"symbolic raised {one}, plain {two}"
    one, two = describe(result), describe(path.result)
    return None if one == two else f"symbolic gave {one}, plain {two}"


def describe(value: Any) -> str:
    """Type and value, nested, with symbolic values as what they stand for."""
    value = _engine.plain(value)
    if isinstance(value, list | tuple | set | frozenset):
        kind = value.__class__.__name__
        parts = [describe(element) for element in value]
        return f"{kind}({', '.join(sorted(parts) if isinstance(value, set | frozenset) else parts)})"
    if isinstance(value, dict):
        return f"{value.__class__.__name__}({', '.join(f'{describe(k)}: {describe(v)}' for k, v in value.items())})"
    if isinstance(value, types.GeneratorType | type(iter([]))):
        return "an iterator"
    return f"{value.__class__.__name__} {value!r}"
