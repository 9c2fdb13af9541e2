"""What CPython does with every input of the domain: the truth that PEF is held against."""

from __future__ import annotations

import ast
import copy
import dis
import re
import signal
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.fuzz.programs import FUNCTION, Program, function_of
from tests.selfcheck.verification import describe

_SECONDS = 2
_MOST_LINES = 2000
_NEVER_ERRORS = (SystemExit, StopIteration)
_FILE = "<oracle>"
_RAISE = dis.opmap["RAISE_VARARGS"]


class EndlessError(Exception):
    """A program that does not end soon."""


@dataclass(frozen=True)
class Seen:
    """What one call did."""

    result: str | None
    """Type and value; `None` where it raised."""
    value: Any
    exception: str | None
    message: str | None
    line: int | None
    """Of the function's module, innermost, where it raised."""
    lines: tuple[int, ...]
    """Run in functions of the program, in their order."""
    error: str | None
    """What is wrong with it, by the rules of docs/verdicts.md."""

    @property
    def outcome(self) -> tuple[str, int | None]:
        """What every input of a path has in common."""
        return (self.exception or "returned", self.line)


class Oracle:
    """Runs a program on plain inputs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.namespace = namespace_of(program)
        self._contract = contract_of(program.source)

    def truth(self) -> list[tuple[dict[str, Any], Seen]]:
        """Every input of the domain, with what it does."""
        inputs = self.program.inputs(self.namespace)
        return [(one, self.call(one)) for one in inputs if self.program.is_open or self._is_assumed(one)]

    def _is_assumed(self, arguments: dict[str, Any]) -> bool:
        return all(eval(text, self.namespace, dict(arguments)) for text in self._contract["assume"])

    def call(self, arguments: dict[str, Any]) -> Seen:
        """Call the function with copies of the arguments."""
        entry = copy.deepcopy(arguments)
        given = copy.deepcopy(arguments)
        return self.watch(lambda: self.namespace[FUNCTION](*given.values()), entry)

    def evaluate(self, call: str, entry: dict[str, Any]) -> Seen:
        """Evaluate the text of a call."""
        return self.watch(lambda: eval(call, self.namespace), entry)

    def watch(self, action: Callable[[], Any], entry: dict[str, Any]) -> Seen:
        state = {name: copy.deepcopy(self.namespace[name]) for name in ("LIMIT", "TABLE") if name in self.namespace}
        lines: list[int] = []
        try:
            with _time_limit(), _traced(lines):
                result = action()
                if isinstance(result, types.GeneratorType):
                    result = list(result)
        except EndlessError:
            raise
        except Exception as error:
            place, is_meant = _origin(error)
            kind, message = type(error), str(error)
            wrong = None if self._is_allowed(error, is_meant, entry) else f"{kind.__name__} at line {place}"
            return Seen(None, None, kind.__name__, message, place, tuple(lines), wrong)
        finally:
            self.namespace.update(state)
        return Seen(told(result), result, None, None, None, tuple(lines), self._broken(result, entry))

    def _broken(self, result: Any, entry: dict[str, Any]) -> str | None:
        for clause in self._contract["ensure"]:
            if not eval(clause, self.namespace, {**copy.deepcopy(entry), "returnv": result}):
                return f":ensure: {clause}"
        return None

    def _is_allowed(self, error: Exception, is_meant: bool, entry: dict[str, Any]) -> bool:
        if self._contract["raises"]:
            for clause in self._contract["raises"]:
                named, _, condition = clause.partition(":")
                kinds = BaseException if named == "any" else eval(f"({named},)", self.namespace)
                if isinstance(error, _flat(kinds)):
                    return not condition or bool(eval(condition.strip(), self.namespace, copy.deepcopy(entry)))
            return False
        if isinstance(error, _NEVER_ERRORS):
            return True
        if self.program.strict or isinstance(error, AssertionError | NotImplementedError):
            return False
        return is_meant


def told(value: Any) -> str:
    """Type and value."""
    return without_addresses(describe(value))


def without_addresses(text: str) -> str:
    """The text without what differs from run to run."""
    return re.sub(r" at 0x[0-9a-f]+", " at 0x", text)


def namespace_of(program: Program) -> dict[str, Any]:
    """The module of a program."""
    module = types.ModuleType("program")
    # `dataclasses` looks for the module of its class.
    sys.modules["program"] = module
    exec(compile(program.source, _FILE, "exec"), vars(module))
    return vars(module)


def contract_of(source: str) -> dict[str, list[str]]:
    """The clauses in the docstring of the function, one expression for each."""
    text = ast.get_docstring(function_of(ast.parse(source))) or ""
    found: dict[str, list[str]] = {"assume": [], "ensure": [], "raises": []}
    for line in text.splitlines():
        field = re.match(r":(\w+): (.*)", line.strip())
        if field:
            found[field.group(1)].append(field.group(2) if field.group(1) == "raises" else f"all([{field.group(2)}])")
    return found


def _flat(kinds: Any) -> tuple[type[BaseException], ...]:
    if not isinstance(kinds, tuple):
        return (kinds,)
    return tuple(one for kind in kinds for one in _flat(kind))


def _origin(error: BaseException) -> tuple[int | None, bool]:
    """The innermost line of the program, and whether a `raise` statement raised it there."""
    line, is_meant, traceback = None, False, error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == _FILE:
            line, is_meant = traceback.tb_lineno, code.co_code[traceback.tb_lasti] == _RAISE
        traceback = traceback.tb_next
    return line, is_meant


@contextmanager
def _traced(lines: list[int]) -> Iterator[None]:
    """Note the lines of functions that have a name: how far `any` goes in its generator is not part of a path.

    From the function under test on: what makes its arguments is not part of one either.
    """
    entered = False

    def local(frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            lines.append(frame.f_lineno)
            if len(lines) > _MOST_LINES:
                raise EndlessError
        return local

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal entered
        code = frame.f_code
        entered = entered or code.co_name == FUNCTION
        if not entered or code.co_filename != _FILE or code.co_name.startswith("<") or _is_in_generator(frame):
            return None
        return local

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _is_in_generator(frame: Any) -> bool:
    frame = frame.f_back
    while frame is not None and frame.f_code.co_filename == _FILE:
        if frame.f_code.co_name in ("<genexpr>", "<lambda>"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def _time_limit() -> Iterator[None]:
    def end(signal_number: int, frame: Any) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
