"""What a path shows, by what the plain function did and what its contract says of it."""

from __future__ import annotations

from typing import Any

from pef import _engine
from pef.contracts.binding import EXCEPTION, Breach, resolve_exception
from pef.contracts.target_contract import UNJUDGED, Stage
from pef.errors import RefusedError, RequestError, RunStopped, is_confined, is_refusal, one_line
from pef.exploration import outcome_text
from pef.exploration.subject import Subject
from pef.judging import exceptions, origins
from pef.looks import is_a
from pef.results import ContractStatus, ReasonKind
from pef.shown_path import shown
from pef.startup.records import Record


class Judged(Record, frozen=False):
    """What is said about a path."""

    contract: ContractStatus | None = None
    kind: str | None = None
    broken: str | None = None
    where: str | None = None
    is_error: bool = False
    reproduced: bool = True

    @property
    def is_finding(self) -> bool:
        return self.reproduced and self.is_error


class Judge:
    """Judges the paths of one exploration."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def judged(
        self, path: _engine.ExploredPath, run: _engine.PlainRun, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Judged:
        """What a path shows whose plain run was this, with these arguments."""
        judged = self._by_contract(path, run, args, kwargs)
        error, guesses = run.exception, self._subject.inputs.guesses
        if judged.kind == "exception" and error is not None and guesses.are_handed_on(error, args, kwargs):
            judged.is_error, judged.kind = False, None
        return judged

    def _by_contract(
        self, path: _engine.ExploredPath, run: _engine.PlainRun, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Judged:
        error = run.exception
        agrees = run.agrees or self._is_raised_again(error, path.described)
        judged = Judged(reproduced=agrees)
        if run.was_refused and is_confined():
            # No exception tells of it, so whatever came of it, it would be something else elsewhere.
            self._subject.note(ReasonKind.CONCRETISED, "a foreign function was not allowed to do something")
            return judged
        if error is not None:
            place = exceptions.origin(error, self._subject.target.is_under_test)
            judged.where = f"{shown(place[0])}:{place[1]}" if place else None
        plain = run.judgement or UNJUDGED
        if plain.breach is not None:
            return _violated(judged, plain.breach, error)
        symbolic = path.symbolic.judgement or UNJUDGED
        if symbolic.stage is Stage.JUDGED and symbolic.breach is not None:
            detail = f"the plain function keeps the contract: {symbolic.breach.text}"
            self._subject.note(ReasonKind.UNREPRODUCED, detail)
            judged.reproduced = False
        contract = self._subject.contract
        if error is not None:
            self._judge_error(judged, error, path, args, kwargs, allowed=plain.allowed, agrees=agrees)
        elif contract.ensure or contract.raises:
            judged.contract = ContractStatus.OK
        return judged

    def _judge_error(
        self,
        judged: Judged,
        error: BaseException,
        path: _engine.ExploredPath,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        allowed: bool,
        agrees: bool,
    ) -> None:
        """`allowed`: by the contract."""
        subject = self._subject
        guesses, is_under_test = subject.inputs.guesses, subject.target.is_under_test
        is_intended = (
            allowed
            or (not subject.strict and self._is_documented(error))
            or self._is_of_surroundings(error)
            or guesses.are_wrong(error, guesses.values(args, kwargs, path.described.positional), is_under_test)
        )
        judged.is_error = agrees and not is_intended and self._is_error(error, path.described)
        judged.contract = ContractStatus.OK if allowed else None
        if judged.is_error:
            judged.kind = "assertion" if is_a(error, AssertionError) else "exception"

    def _is_raised_again(self, error: BaseException | None, given: _engine.CallArguments) -> bool:
        """Whether the plain function raises what it raised, though the symbolic run did something else.

        Then it is what the call does, and the difference is a matter of the instrumentation, which the reasons name.
        """
        if error is None or is_a(error, RunStopped | RequestError) or self._subject.global_count:
            return False
        again = self._subject.call_plain(given.positional, given.keyword)
        return type(again) is type(error) and outcome_text.told(None, again) == outcome_text.told(None, error)

    def _is_error(self, error: BaseException, given: _engine.CallArguments) -> bool:
        """Whether an exception counts as an error; the origin decides, and not who raised it last."""
        subject = self._subject
        is_under_test = subject.target.is_under_test
        if exceptions.is_error(error, is_under_test, subject.strict):
            return True
        if is_a(error, exceptions.NEVER_ERRORS) or subject.global_count or not origins.may_be_lost_in(subject.target):
            return False
        if not exceptions.has_short_traceback(error, is_under_test):
            return False
        found = origins.origin_of(lambda: subject.call_plain(given.positional, given.keyword))
        if found is None or type(found[0]) is not type(error):
            return False
        return not exceptions.is_raised_on_purpose(*found[1:], is_under_test)

    def _is_of_surroundings(self, error: BaseException) -> bool:
        """Whether an exception comes of what a run is not let do, or has not got; then not all was seen."""
        if is_refusal(error):
            if not is_a(error, RefusedError):
                detail = f"something was not allowed: {one_line(outcome_text.told(None, error))}"
                self._subject.note(ReasonKind.CONCRETISED, detail)
            return True
        if is_a(error, EOFError) and "EOF when reading a line" in outcome_text.told(None, error):
            self._subject.surroundings.note("standard input empty")
            return True
        return False

    def _is_documented(self, error: BaseException) -> bool:
        """Whether the documentation of the function names the exception; some are errors all the same."""
        if is_a(error, exceptions.ALWAYS_ERRORS):
            return False
        subject = self._subject
        named = (resolve_exception(name, subject.target.native) for name in subject.contract.documented)
        return any(found is not None and is_a(error, found) for found in named)


def _violated(judged: Judged, breach: Breach, error: BaseException | None) -> Judged:
    judged.contract = ContractStatus.VIOLATED
    judged.kind, judged.broken = breach.kind, breach.message()
    judged.is_error = True
    # The plain function showed it, whatever the symbolic run made of it.
    judged.reproduced = True
    if error is None or breach.kind != EXCEPTION:
        judged.where = f"{shown(breach.file)}:{breach.line}"
    return judged
