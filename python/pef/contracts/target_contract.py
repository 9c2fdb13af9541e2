"""The target with its contract: what the engine calls instead of the function itself, in both worlds.

The symbolic run records each clause as a condition; the plain replay evaluates the same clauses on plain values, and
only what it finds broken is reported. So a violation is always one that the plain function, called with plain
arguments, has shown.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pef import _engine
from pef.contracts.binding import BoundContract, Breach
from pef.contracts.expressions import Call, ContractRaised, Expression, Text
from pef.contracts.monitor import Monitor
from pef.errors import BadContractError, ContractViolation, DisagreementError, PefError, RunStopped
from pef.startup.records import Record, field

Function = Callable[..., Any]
Brackets = tuple[Callable[[], None], Callable[[], "Judgement"]]
"""What to do when a run begins, the making of its arguments included, and when it ends; the latter gives what it showed."""

# These end the run for reasons of their own.
_PASSING = (RunStopped, ContractRaised, KeyboardInterrupt, PefError)


class Stage(enum.Enum):
    """How far a run came."""

    STARTED = "started"
    JUDGED = "judged"


class Judgement(Record, frozen=False):
    """What one run said about the contract."""

    stage: Stage = Stage.STARTED
    breach: Breach | None = None
    allowed: bool = False
    """Whether the contract was asked about an exception, and allows it."""
    problem: BadContractError | None = None
    """What is wrong with a contract, as was seen in this run or in one before."""


UNJUDGED = Judgement()
"""Of a run of something that has no contract."""


class Side(Record, frozen=False):
    """The function in one world."""

    written: Function
    """As the program has it."""
    function: Function
    """What it does, apart from wrappers around it."""
    bound: BoundContract
    monitor: Monitor
    assumptions: list[Expression]
    judgement: Judgement = field(default_factory=Judgement)
    """That of the present run."""
    is_checked: bool = field(init=False)
    """Whether there is anything to ask in a run."""

    def __post_init__(self) -> None:
        self.is_checked = bool(self.assumptions or self.bound.contract.is_checked() or self.monitor.is_watching)


class CheckedTarget:
    """Both functions of a target with the contract around them."""

    def __init__(
        self, plain: Side, rewritten: Side, finish: Callable[[Any], Any], unchecked: Sequence[str] = ()
    ) -> None:
        self.contract = plain.bound.contract
        self.unchecked = unchecked
        """What contracts say that is not checked, in words."""
        self._finish = finish
        self._plain = plain
        self._rewritten = rewritten
        self._refused = -1
        self._problem: BadContractError | None = None

    @property
    def symbolic_function(self) -> Function:
        """What the engine explores: the rewritten function itself, where there is nothing to check."""
        return self.run_symbolically if self._rewritten.is_checked else self._rewritten.function

    @property
    def plain_function(self) -> Function:
        """What the engine replays."""
        return self.run_plainly if self._plain.is_checked else self._plain.function

    @property
    def assumptions(self) -> list[Function]:
        """What has to hold before a call, as functions of its arguments."""
        return [self.admit] if self._rewritten.assumptions else []

    @property
    def around_symbolic_run(self) -> Brackets | None:
        return self._around(self._rewritten)

    @property
    def around_plain_run(self) -> Brackets | None:
        return self._around(self._plain)

    def _around(self, side: Side) -> Brackets | None:
        return (partial(self._begin, side), partial(self._end, side)) if side.is_checked else None

    @staticmethod
    def _begin(side: Side) -> None:
        side.judgement = Judgement()
        side.monitor.begin(side.written)

    def _end(self, side: Side) -> Judgement:
        side.monitor.end()
        judgement, side.judgement = side.judgement, UNJUDGED
        judgement.problem = self._problem
        return judgement

    def refused(self) -> Text | None:
        """The assumption that came closest to being satisfied, and was not."""
        clauses = self._rewritten.assumptions
        return clauses[self._refused].text if 0 <= self._refused < len(clauses) else None

    def admit(self, /, *args: Any, **kwargs: Any) -> bool:
        """Whether the symbolic arguments satisfy the assumptions, one after another."""
        side = self._rewritten
        call = side.bound.begin(args, kwargs)
        try:
            with side.monitor.suspended():
                for index, clause in enumerate(side.assumptions):
                    if not side.bound.admits(clause, call):
                        self._refused = max(self._refused, index)
                        return False
        except BadContractError as problem:
            self._problem = problem
            raise
        return True

    def run_symbolically(self, /, *args: Any, **kwargs: Any) -> Any:
        """The rewritten function, its contract recorded as conditions."""
        try:
            return self._run(self._rewritten, args, kwargs)
        except BadContractError as problem:
            self._problem = problem
            raise

    def run_plainly(self, /, *args: Any, **kwargs: Any) -> Any:
        """The plain function, its contract evaluated on plain values."""
        side = self._plain
        try:
            if side.assumptions:
                call = side.bound.begin(args, kwargs)
                with side.monitor.suspended():
                    for clause in side.assumptions:
                        if not side.bound.admits(clause, call):
                            raise PlainDisagreementError(clause.text)
            return self._run(side, args, kwargs)
        except ContractRaised as raised:
            raise raised.problem() from None

    def _run(self, side: Side, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        side.monitor.begin_target()
        # Most functions have no contract of their own, and are watched for those of others.
        call = self._begin_call(side, args, kwargs) if side.bound.is_asked else None
        try:
            result = self._finish(side.function(*args, **kwargs))
        except ContractViolation:
            side.judgement = Judgement(Stage.JUDGED, side.monitor.breach)
            raise
        except _PASSING:
            raise
        except BaseException as error:
            breach, allowed = side.monitor.breach, False
            if breach is None and call is not None:
                with side.monitor.suspended():
                    breach = side.bound.broken_by_exception(error, call)
                allowed = breach is None and bool(side.bound.raises)
            side.judgement = Judgement(Stage.JUDGED, breach, allowed=allowed)
            raise
        breach = side.monitor.breach
        # There may be one: the program caught what ends a run.
        if breach is None and call is not None:
            call.result = result
            with side.monitor.suspended():
                breach = side.bound.broken_by_return(call)
        side.judgement = Judgement(Stage.JUDGED, breach)
        return result

    @staticmethod
    def _begin_call(side: Side, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call:
        call = side.bound.begin(args, kwargs)
        with side.monitor.suspended():
            side.bound.keep(call)
        if side.bound.contract.has_invariants():
            # Its own methods may be called while the object is not as it should be.
            side.monitor.inside.update(id(value) for value in args[:1])
        return call


class PlainDisagreementError(DisagreementError):
    """The plain arguments do not satisfy an assumption that the symbolic ones did."""

    def __init__(self, text: Text) -> None:
        super().__init__(f"the plain input does not satisfy {text.text}")


# What runs here in the rewritten world only passes values on; what it evaluates is rewritten.
_engine.mark_own(globals())
