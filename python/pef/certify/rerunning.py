"""Calls the plain function, in a process of its own: what comes out, which lines run, and what the input was.

The variables of a certificate are Python expressions over the parameters (`x`, `len(items)`, `items[0]`, `ord(s[2])`), so they
are read from the arguments by evaluating them. For samples, arguments are changed in the same terms.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import hashlib
import inspect
import io
import itertools
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from pef.certify.sampling import changed, with_attribute
from pef.certify.terms import constant

_ELEMENTS = 100_000
_LINES = 1_000_000
# What a comprehension does in a frame of its own is one step of the line that it stands in.
_INSIDE_A_LINE = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<lambda>")


class Rerun:
    """Runs calls of one certificate."""

    def __init__(self, module: ModuleType, job: dict[str, Any]) -> None:
        self._scope = {name: package for name, package in sys.modules.items() if "." not in name} | vars(module)
        self._name: str = job["target"]["qualname"]
        self._variables = [(one, _compiled(one["means"])) for one in job["variables"]]
        self._texts = [(one["symbol"], _compiled(one["means"])) for one in job["texts"]]
        self._alternatives = {
            one["symbol"]: [_compiled(text) for text in one["alternatives"]]
            for one in job["variables"]
            if one["alternatives"]
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
        assumed = [self._truth(code, scope) for code in self._assume]
        facts = {
            "values": values,
            "texts": texts,
            "assumed": assumed,
            "octets": self._octets(made.parameters),
        }
        is_sample = job.get("seed") is not None or job.get("changes") is not None
        if job.get("outside") or (is_sample and False in assumed):
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
                "intended": self._is_raised_on_purpose(error),
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

    def _is_raised_on_purpose(self, error: BaseException) -> bool:
        """Whether a `raise` statement of the sources raised it, and no operation."""
        trace = error.__traceback__
        last = None
        while trace is not None:
            last, trace = trace, trace.tb_next
        if last is None or last.tb_frame.f_code.co_filename not in self._files:
            return False
        return last.tb_lineno in _raising_lines(last.tb_frame.f_code.co_filename)

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
        found = [
            index for index, code in enumerate(self._alternatives[symbol]) if code is not None and eval(code, scope)
        ]
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
        if job.get("changes") is not None:
            for means, value in job["changes"]:
                made.assign(means, float(value) if isinstance(value, str) else value)
            return
        generator = random.Random(job["seed"])
        before = self._read(made.parameters)[0]
        names = list(made.parameters)
        for name in generator.sample(names, min(len(names), generator.choice((1, 1, 2)))):
            made.parameters[name] = changed(made.parameters[name], generator)
        after = self._read(made.parameters)[0]
        if any(symbol in before and symbol not in after for symbol in self._alternatives):
            raise ValueError("no longer one of the alternatives")


class _Call:
    """A call whose arguments have been made and can be changed."""

    def __init__(self, text: str, name: str, scope: dict[str, Any]) -> None:
        tree = ast.parse(text, mode="eval")
        self._scope = dict(scope)
        # `(lambda a: f(a, a))([])` gives an object to two parameters.
        while isinstance(tree.body, ast.Call) and isinstance(tree.body.func, ast.Lambda):
            names = [argument.arg for argument in tree.body.func.args.args]
            self._scope.update(zip(names, map(self._evaluated, tree.body.args), strict=True))
            tree.body = tree.body.func.body
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
                self._assign(inner, with_attribute(self._value(inner), name, value))
            case ast.Subscript(value=inner, slice=ast.Constant(value=int(index))):
                self._assign_element(inner, index, value)
            case _:
                raise ValueError(f"cannot set {ast.unparse(place)}")

    def _assign_element(self, inner: ast.expr, index: int, value: Any) -> None:
        container = self._value(inner)
        if isinstance(container, list | bytearray):
            container[index] = value
            return
        # What cannot be changed is put together again.
        made: dict[type, Callable[[Any], Any]] = {
            str: str,
            bytes: lambda code: bytes([code]),
            tuple: lambda one: (one,),
        }
        if type(container) not in made or not 0 <= index < len(container):
            raise ValueError("cannot set an element")
        self._assign(inner, container[:index] + made[type(container)](value) + container[index + 1 :])

    def _value(self, place: ast.expr) -> Any:
        return eval(compile(ast.Expression(place), "<place>", "eval"), {**self._scope, **self.parameters})


class _TooLongError(BaseException):
    """A run of more lines than are looked at."""


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
        if event == "line" and here != self._last:
            self._last = here
            self._count += 1
            if self._count == _LINES:
                raise _TooLongError
            self._hash.update(f"{here[1]}\n".encode())
        return self._step


@functools.cache
def _raising_lines(file: str) -> frozenset[int]:
    tree = ast.parse(Path(file).read_bytes())
    raising = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    return frozenset(line for node in raising for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))


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
