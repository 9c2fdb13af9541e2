"""Explores operations and compares each path with CPython.

For one operation and one choice of which operands are symbolic: a function is written into a module of its own,
explored, and on every path what the symbolic run gave (value and type, or exception type and message) is compared with
what the builtin gives for the same plain input; besides, the engine compares each term it makes with the value it is
made for (`set_checking`). A mismatch is a defect of a model.

That a *term is lost* shows in none of this: the value is right, and only the claim "all inputs of this path do the
same" is wrong. So for every path other inputs that satisfy its condition are tried on the builtin: they must raise the
same, or give what the path's result says for them.
"""

from __future__ import annotations

import ast
import collections
import copy
import itertools
import math
import re
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pef
from pef import _engine
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target

# Plain operands, for the combinations in which an operand is not symbolic.
SAMPLES: dict[str, list[str]] = {
    "int": ["0", "1", "-1", "3", "-7", "10**20"],
    "bool": ["False", "True"],
    "float": ["0.0", "-0.0", "1.5", "float('nan')", "float('inf')", "-3.0"],
    "str": ["''", "'a'", "'Ab 1'", "'\u00df'"],
    "bytes": ["b''", "b'a'", "b'Ab 1'"],
    "bytearray": ["bytearray()", "bytearray(b'a')"],
    "list[int]": ["[]", "[1]", "[3, 1, 2]"],
    "list[str]": ["[]", "['a', 'b']"],
    "tuple[int, ...]": ["()", "(1, 2)"],
    "dict[int, int]": ["{}", "{1: 2}", "{3: 4, 1: 0}"],
    "dict[str, int]": ["{}", "{'a': 1}"],
    "set[int]": ["set()", "{1, 2}"],
    "set[str]": ["set()", "{'a', 'b'}"],
    "frozenset[int]": ["frozenset()", "frozenset({1, 2})"],
    "list[float]": ["[]", "[1.5, 0.0]"],
    "list[tuple[int, str]]": ["[]", "[(1, 'a')]"],
}


# What expressions may name. Each is imported only where it is named: some are rewritten with the program.
_MODULES = (
    "_string",
    "binascii",
    "bisect",
    "collections",
    "copy",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "os.path",
    "re",
    "string",
    "types",
    "struct",
)


def _header(expression: str) -> str:
    imports = [f"import {module}\n" for module in _MODULES if re.search(rf"\b{module}\.", expression)]
    return "from __future__ import annotations\n" + "".join(imports)


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
            (name, kind)
            for name, kind, is_symbolic in zip(names, operation.types, symbolic, strict=True)
            if is_symbolic
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
        bindings = "; ".join(f"{name} = {value}" for name, value in zip(names, values, strict=True) if value != name)
        body.append(
            f"def operation_{index}({declared}):\n    {bindings or 'pass'}\n    return {operation.expression}\n"
        )
    file = folder / f"operation_{abs(hash(operation)):x}.py"
    file.write_text(_header(operation.expression) + "\n".join(body))
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
    claims = []
    for path in exploration:
        outcome.paths += 1
        # Comparing goes through an open list, which is none any more then.
        claims.append((path, claim_of(exploration)))
        problem = _compare(path, exploration.last_symbolic)
        if problem:
            outcome.mismatches.append(f"{path.call}: {problem}")
    concretised = False
    for reason in exploration.report().reasons:
        if reason.kind.value in ("divergence", "unreproduced"):
            outcome.mismatches.append(f"{name}: {reason.kind.value}: {reason.detail}")
        elif reason.kind.value == "concretised":
            concretised = True
            outcome.notes.add(reason.detail)
    if not concretised:
        for path, claim in claims:
            outcome.mismatches.extend(_other_inputs(target.native, path, claim))


# Values from which other inputs of a path are made.
POOL: dict[str, list[Any]] = {
    "int": [0, 1, -1, 2, 3, -2, 5, -7, 8, 10, 42, 255, 256, -1000, 10**20],
    "bool": [False, True],
    "float": [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 1e300, float("inf"), float("nan")],
    "str": ["", "a", "b", "ab", "A", " a ", "1", "-12", "aa,b", "\u00df", "a\nb", "\u0391\u03a3", "\u01c4b"],
    "bytes": [b"", b"a", b"b", b"ab", b" 1", b"aa,b", b"\xff", b"\xc3\xa9"],
    "bytearray": [bytearray(b""), bytearray(b"a"), bytearray(b"ab"), bytearray(b"\xff")],
    "list[int]": [[], [0], [1], [1, 0], [2, 2], [3, 1, 2]],
    "list[str]": [[], [""], ["a"], ["b", "a"]],
    "tuple[int, ...]": [(), (0,), (1, 2), (2, 1)],
    "dict[int, int]": [{}, {0: 0}, {1: 2}, {2: 1, 1: 2}],
    "dict[str, int]": [{}, {"": 0}, {"a": 1}, {"b": 1, "a": 0}],
    "set[int]": [set(), {0}, {1, 2}, {3, 2, 1}],
    "set[str]": [set(), {""}, {"a"}, {"a", "b"}],
    "frozenset[int]": [frozenset(), frozenset({1}), frozenset({1, 2})],
    "list[float]": [[], [0.0], [1.0], [float("nan"), 1.0], [1.0, float("nan")], [2.0, 1.0], [-0.0, 0.0]],
    "list[tuple[int, str]]": [[], [(0, "")], [(1, "a"), (0, "b")], [(1, "a"), (1, "")]],
}
_OTHER_INPUTS = 60
# Types whose values say all there is to them.
_PLAIN = (int, bool, float, complex, str, bytes, type(None), range)


def claim_of(exploration: Exploration) -> Callable[[dict[str, Any]], Any] | None:
    """What the path's result is for an input; `None` where only the kind of outcome is claimed."""
    result, exception = exploration.last_symbolic
    return None if exception is not None else _claim(exploration, result)


def _claim(exploration: Exploration, value: Any) -> Callable[[dict[str, Any]], Any] | None:
    """A value as a function of the input, containers element by element; `None` for terms that are not shown here."""
    formula = exploration.describe(value)
    if formula is not None and "..." in formula:
        # Too long to be printed in full.
        return None
    if formula is not None:
        code = _compiled(formula)
        return lambda scope: eval(code, _NAMES, scope)
    kind = getattr(value, "__class__", None)
    if kind in (list, tuple, dict, set) and type(value) not in (kind, _keyed(kind)):
        # Still open: its elements have not been made.
        return None
    if kind is dict:
        entries = _claims(exploration, [part for entry in value.items() for part in entry])
        if entries is None:
            return None
        return lambda scope: _paired([part(scope) for part in entries])
    if kind in (list, tuple, set, frozenset, collections.deque):
        parts = _claims(exploration, list(value))
        limit = {"maxlen": value.maxlen} if kind is collections.deque else {}
        return None if parts is None else lambda scope: kind([part(scope) for part in parts], **limit)
    known = kind in _PLAIN and type(value) is kind and value == value
    return (lambda _: value) if known else None


def _keyed(kind: type) -> type | None:
    """The type that containers with symbolic keys have in the engine."""
    return _engine.keyed_class(kind) if kind in (dict, set) else None


def _paired(parts: list[Any]) -> dict[Any, Any]:
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _claims(exploration: Exploration, values: list[Any]) -> list[Callable[[dict[str, Any]], Any]] | None:
    parts = [_claim(exploration, value) for value in values]
    return None if any(part is None for part in parts) else parts  # type: ignore[return-value]


def _other_inputs(function: Any, path: pef.Path, claim: Callable[[dict[str, Any]], Any] | None) -> Iterator[str]:
    """Inputs of the same path on which the builtin does something else than the path says."""
    parameters = function.__annotations__
    if any("..." in decision.condition for decision in path.decisions):
        # Too long to be printed in full, so nobody can tell which inputs satisfy it.
        return
    conditions = [_compiled(decision.condition) for decision in path.decisions]
    combinations = itertools.product(*(POOL[kind] for kind in parameters.values()))
    for values in itertools.islice(combinations, _OTHER_INPUTS):
        scope = dict(zip(parameters, values, strict=True))
        if not all(_holds(condition, scope) for condition in conditions):
            continue
        try:
            result = function(*(copy.deepcopy(value) for value in values))
        except Exception as error:
            if type(error) is not type(path.exception):
                yield f"{path.call}: {values} raises {error!r} though it satisfies {path.condition}"
            continue
        if path.exception is not None:
            yield f"{path.call}: {values} returns {result!r} though it satisfies {path.condition}"
        elif claim is not None:
            try:
                expected = claim(scope)
            except OverflowError:
                continue
            if result != expected and describe(result) != describe(expected):
                yield f"{path.call}: {values} gives {result!r}, the path says {expected!r}, for {path.condition}"


class _PowerGuard(ast.NodeTransformer):
    """Has powers worked out by `_power`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        return ast.Call(ast.Name("_power", ast.Load()), [node.left, node.right], [])


def _compiled(text: str) -> Any:
    """A formula as code, which gives up where a power would fill the memory."""
    tree = _PowerGuard().visit(ast.parse(text, mode="eval"))
    return compile(ast.fix_missing_locations(tree), "<formula>", "eval")


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, int) and exponent > _LARGEST_EXPONENT:
        raise OverflowError("too large a power")
    return base**exponent


_LARGEST_EXPONENT = 100_000
_NAMES = {"float": float, "math": math, "_power": _power}


def _holds(condition: Any, scope: dict[str, Any]) -> bool:
    # A condition such as `ord(s[3]) == 97` has no meaning for a shorter string, and then does not hold.
    try:
        return bool(eval(condition, _NAMES, scope))
    except (IndexError, TypeError, ZeroDivisionError, ValueError, OverflowError, NameError, SyntaxError):
        return False


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
    if isinstance(value, collections.deque):
        return f"deque({', '.join(map(describe, value))}; {value.maxlen})"
    if isinstance(value, types.GeneratorType | type(iter([]))):
        return "an iterator"
    return f"{value.__class__.__name__} {value!r}"
