"""One exploration as the library and the worker use it: an iterator of paths, and a report when it is asked for.

What a path is said to have done is what the plain function did when it was called with the path's input.
"""

from __future__ import annotations

import copy
import enum
import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pef import _engine
from pef.analysis import constants
from pef.contracts import target as contracts
from pef.contracts.binding import EXCEPTION, resolve_exception
from pef.contracts.contract_data import Contract
from pef.contracts.target_contract import UNJUDGED, Judgement, Stage
from pef.errors import (
    BadContractError,
    DisagreementError,
    RefusedError,
    RequestError,
    RunStopped,
    is_confined,
    is_refusal,
    one_line,
)
from pef.exploration import drain, outcome_text, symbolic_keywords
from pef.exploration.call_source import WrittenCall
from pef.exploration.inputs import inputs_of
from pef.exploration.watcher import WatchedRuns, Watcher
from pef.inputs import objects
from pef.isolation import live_globals
from pef.isolation.environment import Surroundings
from pef.judging import exceptions, origins
from pef.loaded_target import LoadedTarget
from pef.loading.load import load_function
from pef.loading.state import forget_imports, left_native, states_of
from pef.looks import attribute_of, is_a, text_of, unwrapped
from pef.options import Options, Strategy
from pef.protocol.frontier_entries import FrontierEntry
from pef.results import (
    INTS_AS_TEXT,
    ContractStatus,
    Coverage,
    Decision,
    Outcome,
    Path,
    Reason,
    ReasonKind,
    Report,
    Verdict,
)
from pef.rewriting import import_hook
from pef.shown_path import shown
from pef.source.definitions import is_class
from pef.startup.clean_imports import of_library
from pef.startup.records import Record, replace
from pef.target_members import Access

if TYPE_CHECKING:
    from pef.exploration.changed_state import Changes

_QUERY_SECONDS = 4.0
# The proof that paths can be seen to meet takes as long as some of them.
_PATHS_UNTIL_JOINING = 24
_PURE = "functions for {} that keep state, raise, or change their arguments were not tried"
# More decisions than this are not kept in mind.
_DESCRIBED_LIMIT = 10_000

_RawDecision = tuple[str, int, int, bool]
"""A decision as the engine gives it: its kind, the numbers of its site and its condition, and whether it is forced."""

# Reasons that leave paths out, and say nothing of those that were explored.
_BOUNDS = frozenset(kind.value for kind in (ReasonKind.DEPTH, ReasonKind.PATHS, ReasonKind.TIME, ReasonKind.SIZE))


class Sharing(enum.Enum):
    """Who explores a target."""

    ALONE = "alone"
    LEADING = "leading"
    """This exploration begins it and hands parts of it to others."""
    HELPING = "helping"
    """It explores nothing but what it is handed."""


class Exploration:
    """Iterate over it for the paths; `report()` says what they establish, at any time."""

    def __init__(
        self,
        target: LoadedTarget | Callable[..., Any],
        options: Options | None = None,
        *,
        watcher: Watcher | None = None,
        keep_results: bool = False,
        sharing: Sharing = Sharing.ALONE,
        joins: bool = False,
        record: bool = False,
    ) -> None:
        """`joins`: where paths meet again, explore what follows once; every error is found, but not every path.
        `record`: keep the runs, for a certificate.
        """
        options = options or Options()
        self._target = target if is_a(target, LoadedTarget) else load_function(target)
        carry_over = functools.partial(live_globals.carry_over, self._target)
        # A function of a program that runs already: its modules may be something else by now than when they were imported.
        not_followed = [] if is_a(target, LoadedTarget) else carry_over()
        self.is_under_test = self._target.is_under_test
        self.is_seen_into = self._target.is_seen_into
        self._watcher = watcher
        self._error_found = False
        self.was_stopped = False
        """Whether the watcher stopped the plain run of the last path."""
        self.last_symbolic: tuple[Any, BaseException | None] = (None, None)
        """With `keep_results`: what the symbolic run of the last path gave."""
        # Other strategies ask about a decision only when its turn comes: until then it is not known to be forced.
        self._forced_known = options.strategy is Strategy.DFS
        self._surroundings = Surroundings(self._target, options.seed)
        fixed = self._surroundings.preparations()
        self._strict = options.strict
        self._admitted = 0
        self._has_guessed = False
        self._strategy = options.strategy
        self._lucky_guesses = 0
        self._described: dict[_RawDecision, Decision] = {}
        self._checked = contracts.checked(self._target, options.assume, drain.finish)
        contract = self._checked.contract
        self._inputs = inputs = inputs_of(self._target, contract, options)
        self._globals = len(inputs.variables)
        """The first arguments are not the target's: they are values of globals."""
        rewritten_state, plain_state = states_of(self._target)
        self._engine = _engine.Exploration(
            function=objects.without_globals(self._called(self._checked.symbolic_function), self._globals),
            native=objects.without_globals(self._called(self._checked.plain_function), self._globals),
            parameters=inputs.described,
            assumptions=[objects.without_globals(one, self._globals) for one in self._checked.assumptions],
            finish=drain.finish,
            tell=outcome_text.told,
            realise=objects.realise,
            forward=symbolic_keywords.forward,
            rewritten=rewritten_state,
            plain=plain_state,
            show_rewritten=self._target.finder.enable,
            show_plain=self._target.finder.disable,
            preparations=fixed,
            around_rewritten=self._checked.around_symbolic_run,
            around_plain=self._checked.around_plain_run,
            forget_imports=functools.partial(forget_imports, self._target),
            carry_over=carry_over,
            depth=options.depth,
            paths=options.paths,
            seconds=options.time,
            query_seconds=_QUERY_SECONDS,
            strategy=options.strategy.value,
            seed=options.seed,
            watcher=WatchedRuns(watcher, inputs.writer) if watcher else None,
            ends_runs=watcher is not None and watcher.ends_runs,
            # Where runs are announced, somebody else watches over this process and handles Ctrl-C.
            interruptible=watcher is None,
            # A function that is an argument gives in the replay what it gave in the last symbolic run.
            batches=inputs.is_data and (watcher is None or watcher.ends_runs),
            keep_results=keep_results,
            sharing=sharing.value,
        )
        if record:
            self._engine.record()
        self.run: int | None = None
        """Where runs are kept: the number of that of the last path."""
        self._paths_until_joining = _PATHS_UNTIL_JOINING if joins else None
        for problem in inputs.not_tried:
            self._engine.add_reason("depth", problem)
        self._sharing = sharing
        self._has_given = False
        self._has_begun = False
        self.fingerprint: int | None = None
        """Where paths are shared with others: a number of the last one by which others would know it."""

        for file, line in left_native(self._target):
            # It is not followed as well as the rest; which functions use it is not known.
            detail = f"{shown(file)}:{line} has an expression that could not be rewritten"
            self._engine.add_reason("concretised", detail)
        for detail in (*self._checked.unchecked, *not_followed):
            self._engine.add_reason("concretised", detail)

    def _count_until_joining(self) -> None:
        """After some paths, it is worth looking whether they can be seen to meet."""
        if self._paths_until_joining is None:
            return
        self._paths_until_joining -= 1
        if self._paths_until_joining > 0:
            return
        self._paths_until_joining = None
        contract = self._checked.contract
        # Clauses are about arguments that the target itself looks at no more; and so is the question whether an exception
        # is an error, or comes of a guess.
        if not (self._globals or contract.ensure or contract.raises or self._inputs.guesses.are_any):
            shapes = {parameter.name: parameter.shape for parameter in self._inputs.parameters}
            from pef.exploration.join_points import meeting_points

            self._engine.join_paths(meeting_points(self._target, shapes))

    def __iter__(self) -> Iterator[Path]:
        yield from self.steps()
        yield from self.conclude()

    def close(self) -> None:
        """Let go of the engine, which belongs to this thread: exceptions that were found may keep the rest alive."""
        del self._engine

    def conclude(self, others: Sequence[Report] | None = None) -> Iterator[Path]:
        """What is left to do when there is nothing left to explore: here, or anywhere, where all others report."""
        reports = others or []
        self._error_found = self._error_found or any(report.verdict is Verdict.REFUTED for report in reports)
        if self._guess(reports):
            yield from self.steps()
        if others is None and (self._has_given or self._sharing is Sharing.HELPING):
            # Others may know a path.
            return
        if not any(report.stats["paths"] or report.stats["pruned"] for report in reports):
            self._require_a_path({reason.kind.value for report in reports for reason in report.reasons})

    def give(self) -> list[FrontierEntry]:
        """Hand over about half of what is left, which is no longer explored here."""
        given = [FrontierEntry.from_engine(entry) for entry in self._engine.give()]
        self._has_given = self._has_given or bool(given)
        return given

    def take_over(self, entries: Sequence[FrontierEntry]) -> None:
        """Explore what another exploration of the same target handed over; iterate again for its paths."""
        self._engine.take_over([entry.for_engine() for entry in entries])

    def steps(self) -> Iterator[Path]:
        """The paths of what is in hand now."""
        if not self._has_begun and self._strategy is Strategy.COVERAGE and self._sharing is not Sharing.HELPING:
            self._guess_texts()
        self._has_begun = True
        while (raw := self._engine.step()) is not None:
            self.fingerprint = raw.get("fingerprint")
            self.run = raw.get("run")
            self.last_symbolic = (raw.get("symbolic_result"), raw.get("symbolic_exception"))
            self.was_stopped = "stopped" in raw
            path = self._path(raw)
            self._count_until_joining()
            is_told = path is not None and (path.is_finding or not raw["guess"])
            self._lucky_guesses += is_told and raw["guess"]
            # What a path holds (memory, files, locks) may be what the next run needs: nobody has it but who is given it.
            del raw
            if path is not None and is_told:
                yield path
            del path

    def describe(self, value: Any) -> str | None:
        """The formula that a symbolic number of this exploration stands for, as Python; `None` for a plain value."""
        term = _engine.term_of(value)
        return None if term is None else self._engine.describe([term])[0]

    @property
    def target(self) -> LoadedTarget:
        return self._target

    @property
    def contract(self) -> Contract:
        return self._checked.contract

    def recorded_runs(self) -> list[tuple[bool, list[tuple[str, int, int, int, bool]], list[tuple[str, Any]]]]:
        """With `record`: whether each run was admitted, its decisions, and its input."""
        return self._engine.recorded()

    def recorded_call(self, run: int) -> str | None:
        """The call of a run that was kept, where it can be written."""
        try:
            positional, keyword = self._engine.recorded_arguments(run)
            return self._inputs.writer.written(positional, dict(keyword)).announced
        except Exception:
            # Objects that the constructor of a class refused to make.
            return None

    def smtlib(self, terms: list[int]) -> dict[str, Any]:
        """Terms by number as SMT-LIB, with what they refer to."""
        return self._engine.smtlib(terms)

    def texts_of(self, terms: list[int]) -> list[str]:
        """Terms by number as Python."""
        return self._engine.describe(terms)

    @property
    def known_names(self) -> dict[str, Any]:
        """What conditions may speak of besides parameters: the classes that the module of the target knows."""
        scope: dict[str, Any] = attribute_of(unwrapped(self._target.native), "__globals__", {})
        return {name: value for name, value in scope.items() if is_class(value)}

    @property
    def input_names(self) -> list[str]:
        """What `Path.inputs` are given for, by position."""
        return self._inputs.names()

    @property
    def positional_names(self) -> list[str]:
        """The parameters that `Path.args` are passed for."""
        return self._inputs.positional_names

    def call_plain(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[str, BaseException | None]:
        """Call the plain function as a replay does: the call as text, and what it raised."""
        announced = (list(args), list(kwargs.items()))
        used = (copy.deepcopy(list(args)), copy.deepcopy(list(kwargs.items())))
        error = self._engine.call_plain(announced, used)
        return self._inputs.writer.finished(
            self._inputs.writer.written(args, kwargs), drain.seen_ending(None, error)
        ), error

    @property
    def has_globals(self) -> bool:
        """Whether values of globals are among the inputs."""
        return self._globals > 0

    @property
    def plain_function(self) -> Callable[..., Any]:
        return self._target.native

    def can_be_repeated(self) -> bool:
        """Whether another process, which fixes no surroundings, does the same with an input."""
        return not self._surroundings.differ_elsewhere()

    def note_unwritten(self, call: str) -> None:
        """A path shows an error, but no expression gives its input, so that nobody could make the call."""
        self._engine.add_reason("unreproduced", f"{one_line(call)} failed, but cannot be written as an expression")

    def interrupt(self) -> None:
        """Explore no further; the report says so."""
        self._engine.interrupt()

    def report(self) -> Report:
        """What the paths so far establish."""
        for name in self._inputs.functions_called():
            # A reason that is known already is not listed twice.
            self._engine.add_reason("depth", _PURE.format(name))
        raw = self._engine.report(self._error_found)
        reasons = [
            Reason(ReasonKind(kind), f"{shown(place[0])}:{place[1]}" if place else None, detail)
            for kind, place, detail in raw["reasons"]
        ]
        stats = {**raw["stats"], "paths": raw["stats"]["paths"] + self._lucky_guesses}
        coverage = self._coverage()
        verdict = Verdict(raw["verdict"])
        fixed = [Reason(ReasonKind.SURROUNDINGS, None, f"with {part}") for part in self._surroundings.used()]
        untried = self._types_untried(coverage) if verdict is Verdict.VERIFIED else []
        reasons += untried
        if (fixed or untried) and verdict is Verdict.VERIFIED:
            verdict = Verdict.BOUNDED
        assumed = dict(self._inputs.assumed)
        digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0
        if raw["numbers_as_text"] and digits and verdict in (Verdict.VERIFIED, Verdict.BOUNDED):
            assumed[INTS_AS_TEXT] = f"at most {digits} digits"
        return Report(verdict, [*reasons, *fixed], coverage, stats, assumed=assumed)

    def _types_untried(self, coverage: Coverage) -> list[Reason]:
        """Where code was not reached that may be there for values of another type than was taken."""
        if not self._inputs.told_apart or all(ran for _, ran in coverage.sides):
            return []
        side = next(side for side, ran in coverage.sides if not ran)
        return [
            Reason(
                ReasonKind.DEPTH,
                side.partition("->")[0],
                f"{name} was only tried as {taken}, which does not reach {side}",
            )
            for name, taken in self._inputs.told_apart.items()
        ]

    def shared_report(self) -> Report:
        """The report as it is merged with those of others."""
        return replace(self.report(), can_deepen=self._inputs.can_call_more)

    def tiers(self) -> dict[str, dict[str, float]]:
        """What each tier of the solver was asked, what it answered, and how long it took."""
        return self._engine.tiers()

    def _called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, giving what the call that is shown gives."""
        return objects.giving_object(function) if self._target.access is Access.CONSTRUCTOR else function

    def _guess(self, others: Sequence[Report]) -> bool:
        """Where the depth bound kept a contract from being decided, try the constants of the code as inputs, once."""
        if self._has_guessed or self._error_found or not self._checked.contract.is_checked():
            return False
        self._has_guessed = True
        kinds = self._engine.reason_kinds()
        kinds.update(reason.kind.value for report in others for reason in report.reasons)
        if ReasonKind.DEPTH.value not in kinds:
            return False
        names = [parameter.name for parameter in self._inputs.parameters if parameter.shape == ("int",)]
        guesses = constants.guesses(self._target.native, names)
        # The last one added is run first.
        for guess in reversed(guesses):
            self._engine.guess(guess)
        return bool(guesses)

    def _guess_texts(self) -> None:
        """Where faults are looked for, try texts made of the words of the code first."""
        kinds: dict[str, type] = {"str": str, "bytes": bytes}
        names = [(one.name, kinds[one.shape[0]]) for one in self._inputs.parameters if one.shape[0] in kinds]
        for guess in reversed(constants.text_guesses(self._target.native, names)):
            self._engine.guess(guess)

    def _require_a_path(self, kinds: set[str]) -> None:
        """An assumption that nothing satisfies is a mistake, not a proof; so is a class without objects.

        `kinds` are those of the reasons why others did not explore everything.
        """
        if self._admitted:
            return
        kinds = kinds | self._engine.reason_kinds()
        if not kinds <= _BOUNDS:
            return
        refused = self._checked.refused()
        if refused is not None and kinds:
            raise BadContractError(
                f"{refused.place()}no input was found that satisfies the assumption {refused.text!r}, "
                f"within the bounds ({', '.join(sorted(kinds))})"
            )
        if refused is not None:
            raise BadContractError(f"{refused.place()}no input satisfies the assumption {refused.text!r}")
        if kinds:
            return
        problem = self._inputs.refusal()
        if problem is not None:
            raise RequestError(problem)

    def _path(self, raw: dict[str, Any]) -> Path | None:
        error = raw.get("exception")
        if is_a(error, RequestError):
            raise error
        symbolic: Judgement | None = raw.get("symbolic")
        if symbolic is not None and symbolic.problem is not None:
            raise symbolic.problem
        if is_a(error, DisagreementError):
            self._engine.add_reason("unreproduced", str(error))
            return None
        if "forbidden" in raw:
            # There is no plain run to speak of.
            return None
        self._admitted += 1
        args = tuple(raw["args"])[self._globals :]
        kwargs: dict[str, Any] = raw["kwargs"]
        # Where runs are announced, the call has been written; but what a function that was passed returns, or what an
        # object is made of, may be known only after the run.
        written: WrittenCall | None = raw.get("announced") if self._inputs.is_data else None
        written = written or self._inputs.writer.written(raw["described_args"], raw["described_kwargs"])
        result = raw.get("result")
        call = self._inputs.writer.finished(written, drain.seen_ending(result, error))
        guessed = {} if error is None else self._inputs.guesses.values(args, kwargs, raw["described_args"])
        agrees = raw["agrees"] or self._is_raised_again(error, raw["described_args"], raw["described_kwargs"])
        was_run = "text" in raw
        judged = self._judged(raw, error, agrees=agrees, guessed=guessed) if was_run else _Judged(reproduced=False)
        if judged.kind == "exception" and error is not None and self._inputs.guesses.are_handed_on(error, args, kwargs):
            judged.is_error, judged.kind = False, None
        is_doubtful = judged.is_finding and self._is_doubtful()
        if is_doubtful and self._watcher is None:
            # Nobody looks whether a process of its own shows it.
            call_text = one_line(call)
            self._engine.add_reason(
                "unreproduced", f"{call_text} failed, which may come of what other runs left behind"
            )
            judged.reproduced = False
        self._error_found = self._error_found or (judged.is_finding and not is_doubtful)
        outcome = Outcome.RAISED if error is not None else Outcome.RETURNED
        if is_a(error, RunStopped):
            # Only a watcher stops a plain run, and only because it does not end.
            outcome, judged.is_error = Outcome.HANG, False
            self._error_found = True
        elif raw["pruned"] and not raw["guess"]:
            # Also where it shows an error: its condition ends at the bound, and says less than what led there.
            outcome = Outcome.PRUNED
        if is_a(result, drain.Consumed):
            if not result.complete:
                self._engine.add_reason("size", f"an iterator was followed for {len(result)} elements")
            result = list(result)
        # Of a run that was cut off at the depth bound, nobody knows what the plain one would do, or whether it would end.
        text: str | None = raw.get("text")
        if "changed_state" in raw:
            news = self._changes.news(raw["changed_state"])
            if news is not None:
                self._engine.add_reason("depth", news)
            result = outcome_text.as_told(result, text or "")
        listed = self._listed(raw["decisions"], raw.get("undecided"))
        return Path(
            call=call,
            outcome=outcome,
            args=args,
            kwargs=kwargs,
            inputs=(list(raw["described_args"]), dict(raw["described_kwargs"])),
            argument_texts=written.arguments,
            keyword_texts=written.keywords,
            result=result,
            result_text=None if error is not None else text,
            exception=error,
            exception_message=None if error is None else text,
            where=judged.where,
            stdout=raw.get("stdout", ""),
            condition=self._condition(raw["decisions"], listed, raw.get("fixed", [])),
            decisions=listed,
            depth=raw["depth"],
            contract=judged.contract,
            kind=judged.kind,
            broken=judged.broken,
            reproduced=judged.reproduced,
            is_error=judged.is_error,
            is_doubtful=is_doubtful,
        )

    @functools.cached_property
    def _changes(self) -> Changes:
        with of_library():
            from pef.exploration.changed_state import Changes
        return Changes(self._target, self._inputs.changed_before)

    def _is_doubtful(self) -> bool:
        """Whether runs were seen to depend on those before them."""
        return not self._engine.reason_kinds().isdisjoint({"divergence", "state"})

    def _is_raised_again(self, error: BaseException | None, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether the plain function raises what it raised, though the symbolic run did something else.

        Then it is what the call does, and the difference is a matter of the instrumentation, which the reasons name.
        """
        if error is None or is_a(error, RunStopped | RequestError) or self._globals:
            return False
        _, again = self.call_plain(args, kwargs)
        return type(again) is type(error) and outcome_text.told(None, again) == outcome_text.told(None, error)

    def _condition(self, decisions: list[_RawDecision], listed: list[Decision], fixed: list[int]) -> list[str]:
        """What was decided freely, without what follows from a later decision: of a loop, its last turn.

        So is what was `fixed` because something that is not followed used the plain value.
        """
        free = {raw[2]: shown.condition for raw, shown in zip(decisions, listed, strict=True) if not shown.forced}
        if fixed:
            free |= zip(fixed, self._engine.describe(fixed), strict=True)
        if len(free) < 2:
            return list(free.values())
        return list(dict.fromkeys(map(free.__getitem__, self._engine.essential(list(free)))))

    def _listed(self, decisions: list[_RawDecision], undecided: list[tuple[str, int]] | None) -> list[Decision]:
        """Decisions as they are shown. Paths share most of theirs, so each is described once.

        At the places that are `undecided` nobody knows whether they could have gone the other way.
        """
        known = self._described
        missing = [decision for decision in decisions if decision not in known]
        if missing:
            if len(known) > _DESCRIBED_LIMIT:
                known.clear()
                missing = decisions
            conditions = self._engine.describe([number for _, _, number, _ in missing])
            # There are few places, whatever the number of decisions; and where the current folder is has to be asked for.
            sites = list({site for _, site, _, _ in missing})
            places = _engine.places(sites)
            names = {file: shown(file) for file in {file for file, _ in places}}
            where = {site: f"{names[file]}:{line}" for site, (file, line) in zip(sites, places, strict=True)}
            forced_known = self._forced_known
            for raw, text in zip(missing, conditions, strict=True):
                kind, site, _, forced = raw
                known[raw] = Decision(kind, where[site], text, forced_known and forced)
        listed = [known[decision] for decision in decisions]
        if not undecided:
            return listed
        open_places = {f"{shown(file)}:{line}" for file, line in undecided}
        return [replace(one, forced=False) if one.where in open_places else one for one in listed]

    def _judged(
        self, raw: dict[str, Any], error: BaseException | None, *, agrees: bool, guessed: dict[str, Any]
    ) -> _Judged:
        """What a path shows, by what the plain function did and what its contract says of it."""
        plain: Judgement = raw.get("plain", UNJUDGED)
        symbolic: Judgement = raw.get("symbolic", UNJUDGED)
        judged = _Judged(reproduced=agrees)
        if "refused" in raw and is_confined():
            # No exception tells of it, so whatever came of it, it would be something else elsewhere.
            self._engine.add_reason("concretised", "a foreign function was not allowed to do something")
            return judged
        if error is not None:
            place = exceptions.origin(error, self.is_under_test)
            judged.where = f"{shown(place[0])}:{place[1]}" if place else None
        if plain.breach is not None:
            breach = plain.breach
            judged.contract = ContractStatus.VIOLATED
            judged.kind, judged.broken = breach.kind, breach.message()
            judged.is_error = True
            # The plain function showed it, whatever the symbolic run made of it.
            judged.reproduced = True
            if error is None or breach.kind != EXCEPTION:
                judged.where = f"{shown(breach.file)}:{breach.line}"
            return judged
        if symbolic.stage is Stage.JUDGED and symbolic.breach is not None:
            self._engine.add_reason("unreproduced", f"the plain function keeps the contract: {symbolic.breach.text}")
            judged.reproduced = False
        if error is not None:
            allowed = plain.allowed or (not self._strict and self._is_documented(error))
            allowed = allowed or self._is_of_surroundings(error)
            allowed = allowed or self._inputs.guesses.are_wrong(error, guessed, self.is_under_test)
            judged.is_error = agrees and not allowed and self._is_error(error, raw)
            judged.contract = ContractStatus.OK if plain.allowed else None
            if judged.is_error:
                judged.kind = "assertion" if is_a(error, AssertionError) else "exception"
        elif self._checked.contract.ensure or self._checked.contract.raises:
            judged.contract = ContractStatus.OK
        return judged

    def _is_error(self, error: BaseException, raw: dict[str, Any]) -> bool:
        """Whether an exception counts as an error; the origin decides, and not who raised it last."""
        if exceptions.is_error(error, self.is_under_test, self._strict):
            return True
        if is_a(error, exceptions.NEVER_ERRORS) or self._globals or not origins.may_be_lost_in(self._target):
            return False
        if not exceptions.has_short_traceback(error, self.is_under_test):
            return False
        found = origins.origin_of(lambda: self.call_plain(raw["described_args"], raw["described_kwargs"])[1])
        if found is None or type(found[0]) is not type(error):
            return False
        return not exceptions.is_raised_on_purpose(*found[1:], self.is_under_test)

    def _is_of_surroundings(self, error: BaseException) -> bool:
        """Whether an exception comes of what a run is not let do, or has not got; then not all was seen."""
        if is_refusal(error):
            if not is_a(error, RefusedError):
                self._engine.add_reason(
                    "concretised", f"something was not allowed: {one_line(outcome_text.told(None, error))}"
                )
            return True
        if is_a(error, EOFError) and "EOF when reading a line" in outcome_text.told(None, error):
            self._surroundings.note("standard input empty")
            return True
        return False

    def _is_documented(self, error: BaseException) -> bool:
        """Whether the documentation of the function names the exception; some are errors all the same."""
        if is_a(error, exceptions.ALWAYS_ERRORS):
            return False
        named = (resolve_exception(name, self._target.native) for name in self._checked.contract.documented)
        return any(found is not None and is_a(error, found) for found in named)

    def _coverage(self) -> Coverage:
        """Branches of the target's own function, nested functions included."""
        found: list[tuple[str, bool]] = []
        name = text_of(self._target.native, "__qualname__") or self._target.name
        for branch in import_hook.branches_of.get(self._target.file, []):
            if branch.function != name and not branch.function.startswith(f"{name}."):
                continue
            sides = self._engine.sides_taken(branch.number)
            found += [(f"{shown(branch.file)}:{side}", ran) for ran, side in zip(sides, branch.sides, strict=True)]
        return Coverage(found)


class _Judged(Record, frozen=False):
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
