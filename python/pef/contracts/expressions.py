"""One expression of a contract, compiled for the plain function or for its rewritten twin.

Names mean what they mean to the function: parameters, its closure, the globals of its module, builtins. Which value of
a parameter is meant (at entry or at exit) depends on the dialect, and is settled here: an expression says which values
it needs, and is called with exactly these.

Invariant: what is wrong with a contract is a `BadContractError` that names file, line and text, whether it is seen here
(unknown names, side effects) or when it is evaluated.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import dis
import enum
import functools
import inspect
import io
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

from pef import _engine
from pef.contracts import runtime, snapshots
from pef.contracts.formula import RUNTIME, formula, obviously_ends
from pef.errors import BadContractError, ContractViolation, PefError, RunStopped, did_you_mean, one_line
from pef.looks import attribute_of, is_a, unwrapped
from pef.startup.records import Record, field

RESULT = "returnv"
ALL_POSITIONAL, ALL_NAMED = "_ARGS", "_KWARGS"
"""What `icontract` calls the arguments of a call as they were passed."""
PEP316_RESULTS = ("__return__", "_")
_AFTER = "_pef_after_"
_BEFORE = "_pef_before_"
_ORIGIN = "_pef_origin"

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


class Text(Record):
    """An expression as it stands in a file."""

    text: str
    file: str
    line: int
    pep316: bool = False
    condition: Callable[[dict[str, Any]], Any] | None = None
    """Where a library gives the condition as a function: takes the values of the call by name."""
    written: Any = field(default=None, compare=False, repr=False)
    """The function that a library was given, as the program wrote it."""
    scope: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    """What its names mean, where that is not what they mean to the function it is asked of."""
    receiver: str | None = None
    """For an invariant: the parameter that is its `self`; it knows no other."""

    def place(self) -> str:
        """Where it stands, as the beginning of a message."""
        return f"{self.file}:{self.line}: " if self.line else f"{self.file}: "

    def problem(self, reason: str) -> BadContractError:
        """A bad contract."""
        of = f", in {self.text!r}" if self.text else ""
        return BadContractError(f"{self.place()}bad contract: {reason}{of}")


class Call(Record, frozen=False):
    """One call of a function: the values its contracts talk about."""

    entry: dict[str, Any]
    exit: dict[str, Any] = field(default_factory=dict)
    result: Any = None
    old: Any = None
    """What a library kept at entry."""
    origins: dict[int, Any] = field(default_factory=dict)
    """The objects that copies at entry were made of, by the identities of the copies."""
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    """As they were passed."""

    def values(self, moment: Moment) -> dict[str, Any]:
        """All values by name, as the conditions of libraries see them: arguments are what they are at that time."""
        passed = {ALL_POSITIONAL: self.args, ALL_NAMED: self.kwargs}
        if moment is Moment.ENTRY:
            return {**self.entry, **passed}
        return {**self.exit, **passed, "result": self.result, "OLD": self.old}


class ContractRaised(BaseException):
    """Evaluating a contract raised; no `Exception`, so that the code under test lets it pass."""

    def __init__(self, text: Text, error: BaseException) -> None:
        super().__init__(text, error)
        self.text = text
        self.error = error

    def problem(self) -> BadContractError:
        """What is wrong with the contract."""
        return self.text.problem(f"evaluating it raised {type(self.error).__name__}: {one_line(str(self.error))}")


# These end a run for reasons of their own.
_PASSING = (RunStopped, ContractRaised, ContractViolation, KeyboardInterrupt, PefError)
Recorder = Callable[[Any, str, int], Any]
"""Tells the engine of a condition."""


class Expression:
    """A compiled expression."""

    def __init__(
        self,
        text: Text,
        moment: Moment,
        world: World,
        function: Any,
        parameters: Iterable[str],
        made: str | None = None,
    ) -> None:
        """`made` is the parameter that the function makes: a constructor finds nothing at entry."""
        self.text = text
        self._moment = moment
        self._world = world
        self._sources: dict[str, Source] = {}
        self._function: Callable[..., Any] = text.written
        self._is_builtin = False
        """Whether it uses nothing but what it is given and builtins without side effects."""
        if text.condition is not None:
            return
        names = tuple(parameters) if text.receiver is None else ("self",)
        tree = _parsed(text)
        _reject_side_effects(tree, text)
        if moment is Moment.EXIT:
            tree = _Moments(text, names).visit(tree)
        self._sources = _sources(tree, text, moment, function, names, made)
        scope = text.scope if text.scope is not None else attribute_of(unwrapped(function), "__globals__", {})
        if world is World.PLAIN:
            self._function = _plain_function(tree, text, list(self._sources), scope)
            globals_ = list(_global_names(self._function.__code__))
            _reject_unknown_names(globals_, text, scope, names, moment, function)
            self._is_builtin = not any(name in scope for name in globals_) and obviously_ends(
                tree, frozenset(self._sources)
            )
        else:
            self._function = _formula_function(tree, text, list(self._sources), scope)

    @property
    def entry_names(self) -> set[str]:
        """Parameters whose values at entry are needed."""
        return {name for kind, name in self._sources.values() if kind == "entry"}

    def holds(self, call: Call, record: Recorder | None = None) -> bool:
        """Whether it is true of a call; in the rewritten world, `record` is told the condition."""
        try:
            arguments = [_fetch(source, call) for source in self._sources.values()]
        except ValueError as error:
            # A variable of the function around this one, which has no value yet.
            raise ContractRaised(self.text, error) from error
        if self._world is World.REWRITTEN:
            return self._holds_symbolically(call, arguments, record)
        if self._is_builtin and _engine.is_plain_data(arguments):
            # Nothing of the program runs.
            return self._truth(call, arguments, None)
        return self._holds_plainly(call, arguments)

    def _holds_symbolically(self, call: Call, arguments: list[Any], record: Recorder | None) -> bool:
        values = [value for value in (*call.entry.values(), *call.exit.values()) if snapshots.has_parts(value)]
        if not values:
            return self._truth(call, arguments, record)
        before = snapshots.picture(values, symbolic=True)
        truth = self._truth(call, arguments, record)
        if snapshots.is_changed(before, snapshots.picture(values, symbolic=True)):
            changes = self._changes(before, call, symbolic=True)
            raise self.text.problem(f"a contract must not have side effects, and this {changes}")
        return truth

    def _holds_plainly(self, call: Call, arguments: list[Any]) -> bool:
        known = self._globals
        before = snapshots.picture(self._roots(call, known))
        bound = [scope.get(name) for scope, name in known]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            value = self._truth(call, arguments, None)
        if printed.getvalue():
            raise self.text.problem("a contract must not have side effects, and this prints")
        for (scope, name), then in zip(known, bound, strict=True):
            if scope.get(name) is not then:
                raise self.text.problem(f"a contract must not have side effects, and this changes {name!r}")
        if snapshots.is_changed(before, snapshots.picture(self._roots(call, known))):
            raise self.text.problem(f"a contract must not have side effects, and this {self._changes(before, call)}")
        return value

    def _truth(self, call: Call, arguments: list[Any], record: Recorder | None) -> bool:
        try:
            if self.text.condition is not None:
                value = self.text.condition(self._values(call))
            else:
                value = self._function(*arguments)
            return bool(value if record is None else record(value, self.text.file, self.text.line))
        except _PASSING:
            raise
        except BaseException as error:
            raise ContractRaised(self.text, error) from error

    def _values(self, call: Call) -> dict[str, Any]:
        """What the condition of a library is given."""
        receiver = self.text.receiver
        if receiver is None:
            return call.values(self._moment)
        return {"self": (call.exit if self._moment is Moment.EXIT else call.entry)[receiver]}

    @functools.cached_property
    def _globals(self) -> list[tuple[dict[str, Any], str]]:
        return [] if self._function is None else snapshots.globals_reached(self._function)

    @staticmethod
    def _roots(call: Call, known: list[tuple[dict[str, Any], str]]) -> list[Any]:
        values = [*call.entry.values(), *call.exit.values(), call.result]
        return [*values, *(scope.get(name) for scope, name in known)]

    def _changes(self, before: snapshots.Picture, call: Call, *, symbolic: bool = False) -> str:
        """What was changed, by a name of it."""
        named = {**call.exit, **call.entry, **{name: scope.get(name) for scope, name in self._globals}}
        for name, value in named.items():
            after = snapshots.picture([value], symbolic=symbolic)
            if snapshots.is_changed({key: before[key] for key in after if key in before}, after):
                return f"changes {name!r}"
        return "changes what it is about"


Source = tuple[str, Any]


def _fetch(source: Source, call: Call) -> Any:
    kind, name = source
    if kind == "entry":
        return call.entry[name]
    if kind == "exit":
        return call.exit[name]
    if kind == "result":
        return call.result
    if kind == "bound":
        return name
    if kind == "origin":
        return runtime.origin_among(call.origins)
    return name.cell_contents


def scope_of(function: Any) -> dict[str, Any]:
    """What names mean to a function, besides its parameters and builtins: its closure, then its globals."""
    plain = unwrapped(function)
    scope = dict(attribute_of(plain, "__globals__", {}))
    for name, cell in _cells(plain):
        with contextlib.suppress(ValueError):
            # An empty cell has no value yet.
            scope[name] = cell.cell_contents
    return scope


def _cells(plain: Any) -> Iterator[tuple[str, Any]]:
    code = attribute_of(plain, "__code__", None)
    yield from zip(attribute_of(code, "co_freevars", ()), attribute_of(plain, "__closure__", None) or (), strict=False)


def _parsed(text: Text) -> ast.expr:
    try:
        tree = ast.parse(text.text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        raise text.problem(f"syntax error ({one_line(message)})") from None
    if isinstance(tree, ast.Tuple) and tree.elts:
        raise text.problem("this is a tuple, which is always true; write several clauses, or `and`")
    return tree


def _sources(
    tree: ast.expr, text: Text, moment: Moment, function: Any, parameters: tuple[str, ...], made: str | None
) -> dict[str, Source]:
    """The names that are given as arguments, and where their values come from."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    sources: dict[str, Source] = {}
    at_exit = moment is Moment.EXIT
    if text.receiver is not None:
        return {"self": ("exit" if at_exit else "entry", text.receiver)} if "self" in used else {}
    for name, cell in _cells(unwrapped(function)):
        sources[name] = ("cell", cell)
    if inspect.ismethod(function):
        # A method of a class, whose first parameter is no argument of the call any more.
        sources.update(dict.fromkeys(function.__code__.co_varnames[:1], ("bound", function.__self__)))
    for name in parameters:
        sources[name] = ("exit" if at_exit and (text.pep316 or name == made) else "entry", name)
        sources[f"{_AFTER}{name}"] = ("exit", name)
        sources[f"{_BEFORE}{name}"] = ("entry", name)
    sources[_ORIGIN] = ("origin", None)
    if at_exit:
        results = PEP316_RESULTS if text.pep316 else (RESULT,)
        sources.update({name: ("result", None) for name in results if name not in parameters})
    return {name: source for name, source in sources.items() if name in used}


class _Moments(ast.NodeTransformer):
    """`after(x)` and `__old__.x` as names of their own; and `is` about the objects that copies were made of."""

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

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        operands: list[ast.expr] = [node.left, *node.comparators]
        if all(isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops) and not any(
            isinstance(operand, ast.Constant) for operand in operands
        ):
            node.left, *node.comparators = (self._origin(operand) for operand in operands)
            ast.fix_missing_locations(node)
        return node

    @staticmethod
    def _origin(operand: ast.expr) -> ast.expr:
        return ast.copy_location(ast.Call(ast.Name(_ORIGIN, ast.Load()), [operand], []), operand)

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
    rewritten = _engine.rewrite("\n" * max(text.line - 1, 0) + source, text.file)
    return functools.partial(_evaluated(rewritten.text, text, scope, on_its_line=True), runtime)


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
    names: Iterable[str],
    text: Text,
    scope: dict[str, Any],
    parameters: tuple[str, ...],
    moment: Moment,
    function: Any,
) -> None:
    for name in names:
        if name in scope or hasattr(builtins, name):
            continue
        if name == RESULT and moment is Moment.ENTRY:
            raise text.problem(f"{RESULT!r} is the result, which there is not before the call")
        if name == "after":
            raise text.problem("'after' takes one parameter of the function, and only after the call")
        if name in (RESULT, *PEP316_RESULTS):
            raise text.problem(f"{name!r} means nothing here: the result is {_result_of(text, moment)}")
        known = [*parameters, *scope, *dir(builtins), *([RESULT] if moment is Moment.EXIT else [])]
        hint = did_you_mean(name, known)
        if not hint and "<locals>" in attribute_of(unwrapped(function), "__qualname__", ""):
            hint = "; what a function around this one defines is known only if this one uses it"
        raise text.problem(f"unknown name {name!r}{hint}")


def _result_of(text: Text, moment: Moment) -> str:
    if moment is Moment.ENTRY:
        return "not known before the call"
    return "__return__ or _ in PEP 316" if text.pep316 else RESULT


def _global_names(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(instruction.argval)
    for constant in code.co_consts:
        if is_a(constant, CodeType):
            yield from _global_names(constant)
