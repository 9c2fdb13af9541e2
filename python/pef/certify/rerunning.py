"""Calls the plain function, in a process of its own: what comes out, which lines run, and what the input was.

The variables of a certificate are Python expressions over the parameters (`x`, `len(items)`, `items[0]`, `ord(s[2])`), so they
are read from the arguments by evaluating them. For samples, arguments are changed in the same terms.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import hashlib
import inspect
import io
import itertools
import math
import random
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any

from pef.certify.terms import constant

_ELEMENTS = 100_000
_LINES = 1_000_000
# What a comprehension does in a frame of its own is one step of the line that it stands in.
_INSIDE_A_LINE = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<lambda>")
_INTS = (-(2**63), -100, -2, -1, 0, 1, 2, 3, 7, 10, 100, 2**31, 2**64)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, math.inf, -math.inf, math.nan)


class Rerun:
    """Runs calls of one certificate."""

    def __init__(self, module: ModuleType, job: dict[str, Any]) -> None:
        self._scope = {name: package for name, package in sys.modules.items() if "." not in name} | vars(module)
        self._name: str = job["target"]["qualname"]
        self._variables = [(one, _compiled(one["means"])) for one in job["variables"]]
        self._texts = [(one["symbol"], _compiled(one["means"])) for one in job["texts"]]
        self._alternatives = {
            one["symbol"]: [_compiled(text) for text in one["alternatives"]] for one in job["variables"] if one["alternatives"]
        }
        self._files = frozenset(job["files"])
        self._assume = [_compiled(text) for text in job["assume"]]
        self._ensure = [(text, _compiled(text)) for text in job["ensure"]]

    def run(self, job: dict[str, Any]) -> dict[str, Any]:
        """Run one call: `call`, after the `changes` to its arguments, or random ones by the number `seed`."""
        try:
            made = _Call(job["call"], self._name, self._scope)
        except Exception as error:
            return {"problem": f"{job['call']} cannot be evaluated: {type(error).__name__}: {error}"}
        if job.get("changes") or job.get("seed") is not None:
            try:
                self._change(made, job)
            except Exception as error:
                return {"unchanged": f"{type(error).__name__}: {error}"}
        values, texts = self._read(made.parameters)
        scope = dict(made.parameters)
        facts = {
            "values": values,
            "texts": texts,
            "assumed": [self._truth(code, scope) for code in self._assume],
            "octets": self._octets(made.parameters),
        }
        if job.get("outside"):
            return facts
        with contextlib.suppress(Exception):
            # Clauses speak of the arguments as they were.
            scope = copy.deepcopy(scope)
        return {**facts, **self._called(made, scope, job.get("result"))}

    def _called(self, made: _Call, scope: dict[str, Any], expected: str | None) -> dict[str, Any]:
        output = io.StringIO()
        lines = _Lines(self._files)
        try:
            with contextlib.redirect_stdout(output), lines:
                result = _finished(made.evaluate())
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return {
                "outcome": "raised",
                "type": type(error).__name__,
                "message": _message(error),
                "stdout": output.getvalue(),
                "lines": lines.digest(),
            }
        ensured = [
            [text, self._truth(code, {**scope, "returnv": result, "__return__": result, "result": result})]
            for text, code in self._ensure
        ]
        return {
            "outcome": "returned",
            "result": _text(result),
            "is_result": expected is None or self._is_result(result, expected),
            "ensured": ensured,
            "stdout": output.getvalue(),
            "lines": lines.digest(),
        }

    def _is_result(self, result: Any, expected: str) -> bool | None:
        """Whether a result is what the text says; `None` where a text cannot say it."""
        if _text(result) == expected:
            return True
        try:
            value = eval(expected, dict(self._scope))
            return bool(type(value) is type(result) and (value == result or _text(value) == _text(result)))
        except Exception:
            return None

    def _truth(self, code: CodeType | None, scope: dict[str, Any]) -> bool | None:
        if code is None:
            return None
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return bool(eval(code, {**self._scope, **scope}))
        except Exception:
            return None

    def _read(self, parameters: dict[str, Any]) -> tuple[dict[str, str], dict[str, list[int]]]:
        """The variables that this input has values for, and the codes of its texts."""
        scope = {**self._scope, **parameters}
        values: dict[str, str] = {}
        for one, code in self._variables:
            with contextlib.suppress(Exception):
                if one["symbol"] in self._alternatives:
                    values[one["symbol"]] = constant(self._alternative(one["symbol"], scope))
                elif code is not None:
                    value = eval(code, scope)
                    wanted = {"Bool": bool, "Int": int, "Float64": float}[one["sort"]]
                    if isinstance(value, wanted) and (wanted is not int or type(value) is not bool):
                        values[one["symbol"]] = constant(wanted(value))
        texts: dict[str, list[int]] = {}
        for symbol, code in self._texts:
            with contextlib.suppress(Exception):
                value = eval(code, scope) if code is not None else None
                if isinstance(value, str):
                    texts[symbol] = [ord(letter) for letter in value]
                elif isinstance(value, bytes | bytearray):
                    texts[symbol] = list(value)
        return values, texts

    def _alternative(self, symbol: str, scope: dict[str, Any]) -> int:
        found = [index for index, code in enumerate(self._alternatives[symbol]) if code is not None and eval(code, scope)]
        if len(found) == 1:
            return found[0]
        # A bool is an int: the narrower test counts.
        narrow = [index for index in found if "is bool" in _source(self._alternatives[symbol][index])]
        if len(narrow) != 1:
            raise ValueError("not one alternative")
        return narrow[0]

    def _octets(self, parameters: dict[str, Any]) -> list[str]:
        """The variables that are an element of bytes in this input."""
        scope = {**self._scope, **parameters}
        found = []
        for one, _ in self._variables:
            if one["upper"] == 255 and one["means"].endswith("]"):
                with contextlib.suppress(Exception):
                    if isinstance(eval(one["means"].rpartition("[")[0], scope), bytes | bytearray):
                        found.append(one["symbol"])
        return found

    def _change(self, made: _Call, job: dict[str, Any]) -> None:
        changes = job.get("changes")
        if changes is None:
            changes = list(self._random_changes(made, random.Random(job["seed"])))
        for means, value in changes:
            made.assign(means, float(value) if isinstance(value, str) else value)

    def _random_changes(self, made: _Call, generator: random.Random) -> Iterator[tuple[str, Any]]:
        values, _ = self._read(made.parameters)
        settable = [one for one, _ in self._variables if one["symbol"] in values and _is_settable(one)]
        for one in generator.sample(settable, min(len(settable), generator.choice((1, 1, 2, 3)))):
            if one["sort"] == "Bool":
                yield one["means"], generator.random() < 0.5
            elif one["sort"] == "Float64":
                yield one["means"], generator.choice((*_FLOATS, generator.uniform(-100, 100)))
            elif one["means"].startswith("ord("):
                yield one["means"], generator.choice((0, 32, 48, 57, 65, 97, 0x660, 0x1F600, generator.randrange(128)))
            elif one["upper"] == 255:
                yield one["means"], generator.randrange(256)
            else:
                yield one["means"], generator.choice((*_INTS, generator.randrange(-20, 20)))


class _Call:
    """A call whose arguments have been made and can be changed."""

    def __init__(self, text: str, name: str, scope: dict[str, Any]) -> None:
        tree = ast.parse(text, mode="eval")
        self._scope = dict(scope)
        self.parameters: dict[str, Any] = {}
        call = _find(tree, name.rpartition(".")[2], name.split(".")[0])
        if call is None:
            self._code = compile(tree, "<call>", "eval")
            return
        function = self._evaluated(call.func)
        positional: list[Any] = []
        for argument in call.args:
            is_spread = isinstance(argument, ast.Starred)
            value = self._evaluated(argument.value if is_spread else argument)  # type: ignore[attr-defined]
            positional += value if is_spread else [value]
        named: dict[str, Any] = {}
        for keyword in call.keywords:
            value = self._evaluated(keyword.value)
            named.update(value if keyword.arg is None else {keyword.arg: value})
        self._function: Callable[..., Any] = function
        self._bound = inspect.signature(function).bind(*positional, **named)
        self._bound.apply_defaults()
        self.parameters = dict(self._bound.arguments)
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType):
            underlying = getattr(function, "__func__", function)
            self.parameters = {next(iter(inspect.signature(underlying).parameters), "self"): owner, **self.parameters}
        call.func, call.args, call.keywords = ast.Name("__the_call__", ast.Load()), [], []
        self._code = compile(ast.fix_missing_locations(tree), "<call>", "eval")

    def _evaluated(self, node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<call>", "eval"), self._scope)

    def evaluate(self) -> Any:
        """Make the call."""
        return eval(self._code, {**self._scope, "__the_call__": self._call})

    def _call(self) -> Any:
        for name in self._bound.arguments:
            self._bound.arguments[name] = self.parameters[name]
        return self._function(*self._bound.args, **self._bound.kwargs)

    def assign(self, means: str, value: Any) -> None:
        """Make an expression over the parameters have a value."""
        self._assign(ast.parse(means, mode="eval").body, value)

    def _assign(self, place: ast.expr, value: Any) -> None:
        match place:
            case ast.Name(id=name) if name in self.parameters:
                self.parameters[name] = value
            case ast.Call(func=ast.Name(id="ord"), args=[inner]):
                self._assign(inner, chr(value))
            case ast.Attribute(value=inner, attr=name):
                setattr(self._value(inner), name, value)
            case ast.Subscript(value=inner, slice=ast.Constant(value=int(index))):
                self._assign_element(inner, index, value)
            case _:
                raise ValueError(f"cannot set {ast.unparse(place)}")

    def _assign_element(self, inner: ast.expr, index: int, value: Any) -> None:
        container = self._value(inner)
        if isinstance(container, list | bytearray):
            container[index] = value
        elif isinstance(container, str | bytes | tuple) and 0 <= index < len(container):
            middle = value if isinstance(container, str) else bytes([value]) if isinstance(container, bytes) else (value,)
            self._assign(inner, container[:index] + middle + container[index + 1 :])
        else:
            raise ValueError("cannot set an element")

    def _value(self, place: ast.expr) -> Any:
        return eval(compile(ast.Expression(place), "<place>", "eval"), {**self._scope, **self.parameters})


class _Lines:
    """Notes which lines of some files run, one after the other."""

    def __init__(self, files: frozenset[str]) -> None:
        self._files = files
        self._hash = hashlib.sha256()
        self._last: tuple[str, int] | None = None
        self._count = 0

    def __enter__(self) -> None:
        sys.settrace(self._enter)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def digest(self) -> str:
        return self._hash.hexdigest()

    def _enter(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        return self._step if code.co_filename in self._files and code.co_name not in _INSIDE_A_LINE else None

    def _step(self, frame: FrameType, event: str, _argument: Any) -> Any:
        here = frame.f_code.co_filename, frame.f_lineno
        if event == "line" and here != self._last and self._count < _LINES:
            self._last = here
            self._count += 1
            self._hash.update(f"{here[1]}\n".encode())
        return self._step


def _find(tree: ast.Expression, name: str, owner: str) -> ast.Call | None:
    """The call of the target in the text of a call: its objects may be made there too."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in found:
        if isinstance(node.func, ast.Attribute) and node.func.attr == name:
            return node
        if isinstance(node.func, ast.Name) and node.func.id in (name, owner if name == "__init__" else name):
            return node
    return None


def _finished(result: Any) -> Any:
    if inspect.iscoroutine(result):
        import asyncio

        return asyncio.run(result)
    if hasattr(type(result), "__next__"):
        return list(itertools.islice(result, _ELEMENTS))
    return result


def _is_settable(variable: dict[str, Any]) -> bool:
    """Whether another value of it leaves the shape of the input what it is."""
    means: str = variable["means"]
    return not (variable["alternatives"] or means.startswith(("len(", "type(", "list(")) or " is " in means)


def _compiled(text: str) -> CodeType | None:
    try:
        return compile(text.strip(), text.strip(), "eval")
    except (SyntaxError, ValueError):
        return None


def _source(code: CodeType | None) -> str:
    return "" if code is None else code.co_filename


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception as error:
        return f"<repr() raised {type(error).__name__}>"


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""
