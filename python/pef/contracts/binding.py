"""A contract bound to a function, plain or rewritten: its expressions compiled, and the questions asked of a call.

Both worlds ask the same questions in the same order. In the rewritten one a clause is a condition that is recorded
(`_engine.oblige`), so that the solver is asked for an input that breaks it; in the plain one it is true or not.
"""

from __future__ import annotations

import builtins
import functools
import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from pef import _engine
from pef.contracts.contract_data import Contract, Ensured, Raised
from pef.contracts.copying import copied, origins
from pef.contracts.expressions import PEP316_RESULTS, RESULT, Call, Expression, Moment, Text, World, scope_of
from pef.contracts.signature_binding import bind
from pef.errors import did_you_mean
from pef.looks import attribute_of, is_a
from pef.source.definitions import is_class
from pef.startup.records import Record

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
PRECONDITION, POSTCONDITION, INVARIANT, EXCEPTION = "precondition", "postcondition", "invariant", "exception"


class Breach(Record):
    """A contract that does not hold."""

    kind: str
    text: str
    file: str
    line: int
    """Whose fault it is: the line of the call for a precondition, that of the clause for everything else."""
    function: str = ""
    explanation: str = ""
    """What was against it, where the clause does not say that by itself."""

    def message(self) -> str:
        of = f" of {self.function}" if self.function else ""
        if self.explanation:
            return f"contract{of} does not hold: {self.explanation}"
        return f"{self.kind}{of} does not hold: {self.text}"


class BoundContract:
    """The contract of one function."""

    def __init__(self, contract: Contract, function: Callable[..., Any], world: World) -> None:
        self.contract = contract
        self.name = attribute_of(function, "__qualname__", repr(function))
        self.function = function
        self.world = world
        self.signature = inspect.signature(function)
        names = tuple(self.signature.parameters)
        # Where all parameters can be given by position, such a call needs no binding, which takes longer than most runs.
        by_position = all(p.kind in _BY_POSITION for p in self.signature.parameters.values())
        self._in_order = names if by_position else None
        if world is World.PLAIN:
            self._check(names)

        def compiled(text: Text, moment: Moment) -> Expression:
            return Expression(text, moment, world, function, names, self._makes)

        self._makes = names[0] if names and _is_constructor(function) else None
        """The parameter whose object is made by the call."""
        is_prose = functools.partial(_is_prose, contract=contract, function=function, parameters=names)
        self.assume = [compiled(text, Moment.ENTRY) for text in contract.assume if not is_prose(text)]
        self.ensure = [
            (compiled(ensured.text, Moment.EXIT), ensured) for ensured in contract.ensure if not is_prose(ensured.text)
        ]
        self.raises = [(clause, self._exception(clause), self._conditions(clause, names)) for clause in contract.raises]
        self.is_asked = bool(self.ensure or self.raises or contract.snapshots)
        """Whether something is asked when a call has ended."""
        kept: set[str] = set()
        for expression, ensured in self.ensure:
            kept |= expression.entry_names
            if ensured.may_change is not None:
                kept |= set(names) - set(ensured.may_change)
        for _, _, conditions in self.raises:
            for condition in conditions:
                kept |= condition.entry_names
        self._kept = kept

    def _check(self, names: tuple[str, ...]) -> None:
        for problem in self.contract.problems:
            raise problem
        for ensured in self.contract.ensure:
            if RESULT in names and not ensured.text.pep316:
                raise ensured.text.problem(
                    f"{RESULT!r} means the result in :ensure: and cannot be the name of a parameter"
                )
            for name in ensured.may_change or ():
                if name not in names:
                    raise ensured.text.problem(f"there is no parameter {name!r}{did_you_mean(name, names)}")
        for name, declared in self.contract.types.items():
            if name not in names:
                raise declared.text.problem(f"{self.name} has no parameter {name!r}{did_you_mean(name, names)}")

    def _conditions(self, clause: Raised, names: tuple[str, ...]) -> list[Expression]:
        return [Expression(text, Moment.ENTRY, self.world, self.function, names) for text in clause.conditions]

    def _exception(self, clause: Raised) -> tuple[type[BaseException], ...]:
        """The class that a clause names, in the scope of the function."""
        if clause.classes is not None:
            return clause.classes
        if clause.exception is None:
            return (BaseException,)
        found = resolve_exception(clause.exception, self.function)
        if found is None:
            raise clause.text.problem(f"unknown exception {clause.exception!r}")
        return (found,)

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call:
        """The call as it is about to be made."""
        if self._in_order is not None and not kwargs and len(args) == len(self._in_order):
            values = dict(zip(self._in_order, args, strict=True))
        else:
            values = bind(self.signature, args, kwargs)
        return Call(values, exit=values.copy(), args=args, kwargs=kwargs)

    def keep(self, call: Call) -> None:
        """Copies what a clause says about the values at entry; after the preconditions, which may be needed for it."""
        memo: dict[int, Any] = {}
        call.entry = {name: copied(value, memo) if name in self._kept else value for name, value in call.exit.items()}
        call.origins = origins(memo)
        if self.contract.snapshots:
            kept = {name: copied(take(call.exit)) for name, take in self.contract.snapshots.items()}
            call.old = SimpleNamespace(**kept)

    def unmet(self, call: Call, *, restricts: bool) -> Expression | None:
        """The first precondition that does not hold at a call on the way."""
        return next((clause for clause in self.assume if not self._holds(clause, call, restricts=restricts)), None)

    def admits(self, clause: Expression, call: Call) -> bool:
        """Whether a precondition of the target holds; it restricts what is explored."""
        return clause.holds(call, _engine.assume)

    def broken_by_return(self, call: Call, *, restricts: bool = False) -> Breach | None:
        """The first postcondition that a finished call does not keep."""
        for expression, ensured in self.ensure:
            if not self._holds(expression, call, restricts=restricts):
                return self._breach(INVARIANT if ensured.is_invariant else POSTCONDITION, ensured.text)
            changed = self._changed(ensured, call, restricts=restricts)
            if changed:
                allowed = ", ".join(ensured.may_change or ())
                reason = f"{changed} is changed, and only {allowed} may be" if allowed else f"{changed} is changed"
                return self._breach(POSTCONDITION, ensured.text, reason)
        return None

    def broken_by_exception(self, error: BaseException, call: Call) -> Breach | None:
        """What the contract says about a call that ended with an exception; the object is still there after it."""
        breach = self._against_exception(error, call) if self.raises else None
        if breach is not None or self._makes is not None:
            return breach
        for expression, ensured in self.ensure:
            if ensured.is_invariant and not self._holds(expression, call):
                return self._breach(INVARIANT, ensured.text)
        return None

    def _against_exception(self, error: BaseException, call: Call) -> Breach | None:
        for clause, classes, conditions in self.raises:
            if isinstance(error, classes):
                for condition in conditions:
                    if not self._holds(condition, call):
                        name = type(error).__name__
                        return self._breach(
                            EXCEPTION, clause.text, f"{name} may be raised only where {condition.text.text}"
                        )
                return None
        listed = ", ".join(clause.text.text for clause, _, _ in self.raises)
        last = self.contract.raises[-1].text
        return self._breach(EXCEPTION, last, f"{type(error).__name__} is not among what may be raised: {listed}")

    def _breach(self, kind: str, text: Text, explanation: str = "") -> Breach:
        return Breach(kind, text.text, text.file, text.line, self.name, explanation)

    def _holds(self, expression: Expression, call: Call, *, restricts: bool = False) -> bool:
        """Whether a clause holds; where it `restricts` the input, it is no question to the solver but a fact."""
        return expression.holds(call, _engine.assume if restricts else _engine.oblige)

    def _changed(self, ensured: Ensured, call: Call, *, restricts: bool) -> str | None:
        """An argument that was changed and must not be."""
        if ensured.may_change is None:
            return None
        from pef.contracts import runtime

        # What may change is an object, whatever other names it has.
        changeable = [id(call.exit[name]) for name in ensured.may_change if name in call.exit]
        for name, then in call.entry.items():
            if name in ensured.may_change or id(call.exit[name]) in changeable:
                continue
            if self.world is World.REWRITTEN:
                same = runtime.equal(then, call.exit[name])
                record = _engine.assume if restricts else _engine.oblige
                if not record(same, ensured.text.file, ensured.text.line):
                    return name
            elif is_plainly_different(then, call.exit[name]):
                return name
        return None


def _is_constructor(function: Any) -> bool:
    names = attribute_of(function, "__qualname__", "").split(".")
    return names[-1] == "__init__" and len(names) > 1 and names[-2] != "<locals>"


def _is_prose(text: Text, contract: Contract, function: Any, parameters: tuple[str, ...]) -> bool:
    """Whether a PEP 316 clause is a word of a sentence: one that means nothing here, where others are sentences too.

    So it is where a parameter has the name of the clause: then its documentation stands there.
    """
    if not text.pep316 or not text.text.isidentifier() or text.text in (*parameters, *PEP316_RESULTS):
        return False
    if not contract.has_prose and not any(name in parameters for name in ("pre", "post", "inv")):
        return False
    return text.text not in scope_of(function) and not hasattr(builtins, text.text)


def resolve_exception(name: str, function: Any) -> type[BaseException] | None:
    """The exception class of that name in the scope of a function."""
    try:
        found = eval(name, scope_of(function))
    except Exception:
        return None
    return found if is_class(found) and issubclass(found, BaseException) else None


_COMPARED = (list, dict, set, bytearray)


def is_plainly_different(one: Any, two: Any) -> bool:
    """Whether two versions of an argument differ, where that is known without asking the program's own code."""
    if type(one) is not type(two) or not is_a(one, _COMPARED):
        return False
    try:
        return bool(one != two)
    except Exception:
        return False
