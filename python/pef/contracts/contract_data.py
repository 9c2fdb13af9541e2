"""Contracts of functions and classes as data: what their docstrings say, found by file, name and line."""

from __future__ import annotations

import functools
import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pef import _engine
from pef.contracts.expressions import Text
from pef.errors import RequestError
from pef.looks import attribute_of
from pef.startup.records import Record, field

# A file without any of these words has no contracts, and need not be parsed.
_WORDS = (
    b":type",
    b":assume",
    b":ensure",
    b":raise",
    b":except",
    b":invariant",
    b":global",
    b"pre:",
    b"post",
    b"inv:",
    b"aises",
)


class Ensured(Record):
    """A postcondition; `may_change` are the only arguments that may change, if anything is said about that."""

    text: Text
    may_change: tuple[str, ...] | None = None
    is_invariant: bool = False
    """Whether it is an invariant of the class, which a public method has to keep."""


class Raised(Record):
    """An exception that may be raised where all conditions hold; any, if it has no name."""

    exception: str | None
    conditions: tuple[Text, ...]
    text: Text
    classes: tuple[type[BaseException], ...] | None = None
    """The classes themselves, where a library gives them."""


class Declared(Record):
    """The type of a parameter: alternatives, as text."""

    alternatives: tuple[str, ...]
    text: Text


class Contract(Record, frozen=False):
    """All that a docstring promises."""

    types: dict[str, Declared] = field(default_factory=dict)
    globals: dict[str, Declared] = field(default_factory=dict)
    """Globals that are inputs, with their types."""
    assume: list[Text] = field(default_factory=list)
    ensure: list[Ensured] = field(default_factory=list)
    raises: list[Raised] = field(default_factory=list)
    invariant: list[Text] = field(default_factory=list)
    documented: list[str] = field(default_factory=list)
    """Exceptions that the documentation names."""
    problems: list[RequestError] = field(default_factory=list)
    has_prose: bool = False
    """Whether words of PEP 316 stand before sentences in it, so that a single word after one may be prose too."""
    snapshots: dict[str, Callable[[dict[str, Any]], Any]] = field(default_factory=dict)
    """What a library keeps of the arguments at entry, by name."""

    def is_checked(self) -> bool:
        """Whether a call can break it."""
        return bool(self.assume or self.ensure or self.raises)

    def has_invariants(self) -> bool:
        """Whether it is about an object, the first argument, whose invariants have to be kept."""
        return any(ensured.is_invariant for ensured in self.ensure)


def docstring_contract(function: Callable[..., Any], file: str) -> Contract:
    """The contract in the docstring of a function of `file`; an empty one if it has none."""
    code = attribute_of(function, "__code__", None)
    if code is None:
        return Contract()
    return _find(file, function.__qualname__, code.co_firstlineno)


def contract_of_class(class_: type, file: str) -> Contract:
    """The same for a class; its line is not known, so the last of that name counts."""
    return _find(file, class_.__qualname__, None)


def _find(file: str, qualname: str, line: int | None) -> Contract:
    found = Contract()
    for first_line, contract in _contracts_in(file).get(qualname, ()):
        if line in (None, first_line):
            found = contract
    return found


_ByName = dict[str, list[tuple[int, Contract]]]
"""Contracts with the first lines of their functions, by qualified name."""


def _contracts_in(file: str) -> _ByName:
    try:
        # Asked for every function of a module: a `Path` would cost more than the question.
        return _read(file, os.stat(file).st_mtime_ns)  # noqa: PTH116
    except OSError:
        return {}


@functools.lru_cache(maxsize=256)
def _read(file: str, _changed: int) -> _ByName:
    content = Path(file).read_bytes()
    if not any(word in content for word in _WORDS):
        return {}
    try:
        written = _engine.read_contracts(importlib.util.decode_source(content))
    except (SyntaxError, UnicodeDecodeError):
        return {}
    shown = _shown(file)
    # Methods are named as Python names them: `Class.method`, and `outer.<locals>.inner`.
    found: _ByName = {}
    for one in written:
        found.setdefault(one.qualname, []).append((one.first_line, _contract(one, shown)))
    return found


def _shown(file: str) -> str:
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def _contract(written: _engine.WrittenContract, file: str) -> Contract:
    def text(expression: str, line: int, pep316: bool = False) -> Text:
        return Text(expression, file, line, pep316)

    def condition(one: _engine.WrittenCondition) -> Text:
        return text(one.expression, one.line, one.is_pep316)

    contract = Contract(documented=written.documented, has_prose=written.has_prose)
    for kinds, declared in ((written.types, contract.types), (written.globals, contract.globals)):
        for kind in kinds:
            name, alternatives = kind.parameter, tuple(kind.alternatives)
            clause = text(f"{name}: {', '.join(alternatives)}", kind.line)
            if name in declared:
                contract.problems.append(clause.problem(f"the type of {name} is given twice"))
            declared[name] = Declared(alternatives, clause)
    contract.assume += map(condition, written.assume)
    for one in written.ensure:
        kept = None if one.may_change is None else tuple(one.may_change)
        contract.ensure.append(Ensured(condition(one), kept))
    contract.invariant += map(condition, written.invariant)
    for raised in written.raises:
        exception, conditions = raised.exception, raised.conditions
        whole = f"{exception or 'any'}: {', '.join(conditions)}" if conditions else exception or "any"
        parts = tuple(text(one, raised.line, raised.is_pep316) for one in conditions)
        contract.raises.append(Raised(exception, parts, text(whole, raised.line, raised.is_pep316)))
    for problem in written.problems:
        contract.problems.append(text(problem.text, problem.line).problem(problem.reason))
    misplaced = _misplaced(contract, is_class=written.is_class)
    contract.problems += [clause.problem(reason) for clause, reason in misplaced]
    return contract


def _misplaced(contract: Contract, *, is_class: bool) -> Iterator[tuple[Text, str]]:
    """Clauses that say nothing where they stand. A single word after `pre:` or `inv:` may describe a parameter."""
    conditions = [*contract.assume, *(ensured.text for ensured in contract.ensure)] if is_class else contract.invariant
    reason = (
        "this is about a call, and stands in the docstring of a class: a method has it in its own"
        if is_class
        else "an invariant stands in the docstring of a class"
    )
    for written in conditions:
        if not (written.pep316 and written.text.isidentifier()):
            yield written, reason
