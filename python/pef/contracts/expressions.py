"""One expression of a contract, compiled for the plain function or for its rewritten twin.

Names mean what they mean to the function: parameters, its closure, the globals of its module, builtins. Which value of
a parameter is meant (at entry or at exit) depends on the dialect, and is settled here: an expression says which values
it needs, and is called with exactly these.

Invariant: what is wrong with a contract is a `RequestError` that names file, line and text, whether it is seen here
(unknown names, side effects) or when it is evaluated.
"""

from __future__ import annotations

import ast
import builtins
import dis
import enum
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from pef import _engine
from pef.contracts import runtime
from pef.contracts.formula import RUNTIME, formula
from pef.errors import RequestError, did_you_mean, one_line

RESULT = "returnv"
_PEP316_RESULTS = ("__return__", "_")
_AFTER = "_pef_after_"
_BEFORE = "_pef_before_"

_MUTATING_METHODS = frozenset(
    [
        "add",
        "append",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "insert",
        "intersection_update",
        "pop",
        "popitem",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "symmetric_difference_update",
        "update",
        "write",
        "writelines",
        "__setitem__",
        "__delitem__",
        "__setattr__",
    ]
)
_ACTING_FUNCTIONS = frozenset(
    ["breakpoint", "compile", "delattr", "eval", "exec", "exit", "input", "next", "open", "print", "quit", "setattr"]
)


class Moment(enum.Enum):
    """When an expression is evaluated."""

    ENTRY = "entry"
    EXIT = "exit"


class World(enum.Enum):
    """Which of the two functions it is about."""

    PLAIN = "plain"
    REWRITTEN = "rewritten"


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as it stands in a file."""

    text: str
    file: str
    line: int
    pep316: bool = False
    condition: Callable[[dict[str, Any]], Any] | None = None
    """Where a library gives the condition as a function: takes the values of the call by name."""
    scope: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    """What its names mean, where that is not what they mean to the function it is asked of."""

    def place(self) -> str:
        """Where it stands, as the beginning of a message."""
        return f"{self.file}:{self.line}: " if self.line else f"{self.file}: "

    def problem(self, reason: str) -> RequestError:
        """A bad contract."""
        return RequestError(f"{self.place()}bad contract: {reason}, in {self.text!r}")


@dataclass(slots=True)
class Call:
    """One call of a function: the values its contracts talk about."""

    entry: dict[str, Any]
    exit: dict[str, Any] = field(default_factory=dict)
    result: Any = None
    old: Any = None
    """What a library kept at entry."""

    def values(self, moment: Moment) -> dict[str, Any]:
        """All values by name, as the conditions of libraries see them: arguments are what they are at that time."""
        if moment is Moment.ENTRY:
            return self.entry
        return {**self.exit, "result": self.result, "OLD": self.old}


class ContractRaised(BaseException):
    """Evaluating a contract raised; no `Exception`, so that the code under test lets it pass."""

    def __init__(self, text: Text, error: BaseException) -> None:
        super().__init__(text, error)
        self.text = text
        self.error = error

    def problem(self) -> RequestError:
        """What is wrong with the contract."""
        return self.text.problem(f"evaluating it raised {type(self.error).__name__}: {one_line(str(self.error))}")


class Expression:
    """A compiled expression."""

    def __init__(self, text: Text, moment: Moment, world: World, function: Any, parameters: Iterable[str]) -> None:
        self.text = text
        self._moment = moment
        self._sources: dict[str, Source] = {}
        if text.condition is not None:
            return
        names = tuple(parameters)
        tree = _parsed(text)
        _reject_side_effects(tree, text)
        if moment is Moment.EXIT:
            tree = _Moments(text, names).visit(tree)
        self._sources = _sources(tree, text, moment, function, names)
        scope = text.scope if text.scope is not None else getattr(inspect.unwrap(function), "__globals__", {})
        self._function: Callable[..., Any]
        if world is World.PLAIN:
            self._function = _plain_function(tree, text, list(self._sources), scope)
            _reject_unknown_names(self._function.__code__, text, scope, names, moment)
        else:
            self._function = _formula_function(tree, text, list(self._sources), scope)

    @property
    def entry_names(self) -> set[str]:
        """Parameters whose values at entry are needed."""
        return {name for kind, name in self._sources.values() if kind == "entry"}

    def value(self, call: Call) -> Any:
        """What the expression gives for a call; a condition, in the rewritten world."""
        try:
            if self.text.condition is not None:
                return self.text.condition(call.values(self._moment))
            return self._function(*[_fetch(source, call) for source in self._sources.values()])
        except RequestError:
            raise
        except Exception as error:
            raise ContractRaised(self.text, error) from error


Source = tuple[str, Any]


def _fetch(source: Source, call: Call) -> Any:
    kind, name = source
    if kind == "entry":
        return call.entry[name]
    if kind == "exit":
        return call.exit[name]
    if kind == "result":
        return call.result
    return name.cell_contents


def _parsed(text: Text) -> ast.expr:
    try:
        return ast.parse(text.text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        raise text.problem(f"syntax error ({one_line(message)})") from None


def _sources(
    tree: ast.expr, text: Text, moment: Moment, function: Any, parameters: tuple[str, ...]
) -> dict[str, Source]:
    """The names that are given as arguments, and where their values come from."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    sources: dict[str, Source] = {}
    at_exit = moment is Moment.EXIT
    plain = inspect.unwrap(function)
    code = getattr(plain, "__code__", None)
    for name, cell in zip(getattr(code, "co_freevars", ()), getattr(plain, "__closure__", None) or (), strict=False):
        sources[name] = ("cell", cell)
    for name in parameters:
        sources[name] = ("exit" if at_exit and text.pep316 else "entry", name)
        sources[f"{_AFTER}{name}"] = ("exit", name)
        sources[f"{_BEFORE}{name}"] = ("entry", name)
    if at_exit:
        results = _PEP316_RESULTS if text.pep316 else (RESULT,)
        sources.update({name: ("result", None) for name in results if name not in parameters})
    return {name: source for name, source in sources.items() if name in used}


class _Moments(ast.NodeTransformer):
    """`after(x)` and `__old__.x` as names of their own."""

    def __init__(self, text: Text, parameters: tuple[str, ...]) -> None:
        self._text = text
        self._parameters = parameters

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("after"), [argument], []) if not self._text.pep316:
                for name in ast.walk(argument):
                    if isinstance(name, ast.Name) and name.id in self._parameters:
                        name.id = f"{_AFTER}{name.id}"
                return argument
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(ast.Name("__old__"), name) if self._text.pep316:
                if name not in self._parameters:
                    raise self._text.problem(f"there is no parameter {name!r}{did_you_mean(name, self._parameters)}")
                return ast.copy_location(ast.Name(f"{_BEFORE}{name}", ast.Load()), node)
        return self.generic_visit(node)


def _plain_function(tree: ast.expr, text: Text, names: list[str], scope: dict[str, Any]) -> Callable[..., Any]:
    return _evaluated(f"lambda {', '.join(names)}: ({ast.unparse(tree)}\n)", text, scope)


def _formula_function(tree: ast.expr, text: Text, names: list[str], scope: dict[str, Any]) -> Callable[..., Any]:
    shadowed = frozenset({*names, *scope})
    changed = ast.fix_missing_locations(formula(tree, shadowed))
    source = f"lambda {RUNTIME}, {', '.join(names)}: ({ast.unparse(changed)}\n)"
    # On the line of the contract, which is where its decisions are placed.
    rewritten, *_ = _engine.rewrite("\n" * max(text.line - 1, 0) + source, text.file)
    return functools.partial(_evaluated(rewritten, text, scope, on_its_line=True), runtime)


def _evaluated(source: str, text: Text, scope: dict[str, Any], *, on_its_line: bool = False) -> Callable[..., Any]:
    shifted = source if on_its_line else "\n" * max(text.line - 1, 0) + source
    return eval(compile(shifted, text.file, "eval", dont_inherit=True), scope)  # type: ignore[no-any-return]


def _reject_side_effects(tree: ast.expr, text: Text) -> None:
    for node in ast.walk(tree):
        match node:
            case ast.NamedExpr() | ast.Await() | ast.Yield() | ast.YieldFrom():
                raise text.problem(f"a contract must not have side effects, and {ast.unparse(node)!r} has")
            case ast.Call(ast.Attribute(attr=method)) if method in _MUTATING_METHODS:
                raise text.problem(f"a contract must not have side effects, and .{method}() may have")
            case ast.Call(ast.Name(name)) if name in _ACTING_FUNCTIONS:
                raise text.problem(f"a contract must not have side effects, and {name}() has")


def _reject_unknown_names(
    code: CodeType, text: Text, scope: dict[str, Any], parameters: tuple[str, ...], moment: Moment
) -> None:
    for name in _global_names(code):
        if name in scope or hasattr(builtins, name):
            continue
        if name == RESULT and moment is Moment.ENTRY:
            raise text.problem(f"{RESULT!r} is the result, which there is not before the call")
        if name == "after":
            raise text.problem("'after' takes one parameter of the function, and only after the call")
        known = [*parameters, *scope, *dir(builtins), *([RESULT] if moment is Moment.EXIT else [])]
        raise text.problem(f"unknown name {name!r}{did_you_mean(name, known)}")


def _global_names(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)
