"""One exploration as the library and the worker use it: an iterator of paths, and a report when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pef import _engine
from pef.analysis import constants
from pef.contracts.contract_data import Contract
from pef.errors import BadContractError, RequestError, one_line
from pef.exploration import drain
from pef.exploration.coverage import coverage_of, types_untried
from pef.exploration.engine_request import Sharing
from pef.exploration.path import PathMaker
from pef.exploration.subject import Subject
from pef.exploration.watcher import Watcher
from pef.loaded_target import LoadedTarget
from pef.looks import attribute_of, unwrapped
from pef.options import Options, Strategy
from pef.protocol.frontier_entries import FrontierEntry
from pef.results import INTS_AS_TEXT, Path, Reason, ReasonKind, Report, Verdict
from pef.shown_path import shown
from pef.source.definitions import is_class
from pef.startup.records import replace

# The proof that paths can be seen to meet takes as long as some of them.
_PATHS_UNTIL_JOINING = 24
_PURE = "functions for {} that keep state, raise, or change their arguments were not tried"

# Reasons that leave paths out, and say nothing of those that were explored.
_BOUNDS = frozenset(kind.value for kind in (ReasonKind.DEPTH, ReasonKind.PATHS, ReasonKind.TIME, ReasonKind.SIZE))


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
        self._strategy = options.strategy
        self._sharing = sharing
        self._subject = Subject(target, options, watcher, keep_results=keep_results, sharing=sharing)
        self._inputs = self._subject.inputs
        # Other strategies ask about a decision only when its turn comes: until then it is not known to be forced.
        self._paths = PathMaker(self._subject, forced_known=options.strategy is Strategy.DFS)
        self.is_under_test = self.target.is_under_test
        self.is_seen_into = self.target.is_seen_into
        self.was_stopped = False
        """Whether the watcher stopped the plain run of the last path."""
        self.last_symbolic: tuple[Any, BaseException | None] = (None, None)
        """With `keep_results`: what the symbolic run of the last path gave."""
        self.run: int | None = None
        """Where runs are kept: the number of that of the last path."""
        self.fingerprint: int | None = None
        """Where paths are shared with others: a number of the last one by which others would know it."""
        if record:
            self._explorer.record()
        self._paths_until_joining = _PATHS_UNTIL_JOINING if joins else None
        self._has_guessed = False
        self._lucky_guesses = 0
        self._has_given = False
        self._has_begun = False

    @property
    def _explorer(self) -> _engine.Exploration:
        return self._subject.engine

    def _count_until_joining(self) -> None:
        """After some paths, it is worth looking whether they can be seen to meet."""
        if self._paths_until_joining is None:
            return
        self._paths_until_joining -= 1
        if self._paths_until_joining > 0:
            return
        self._paths_until_joining = None
        contract = self.contract
        # Clauses are about arguments that the target itself looks at no more; and so is the question whether an exception
        # is an error, or comes of a guess.
        if not (self.has_globals or contract.ensure or contract.raises or self._inputs.guesses.are_any):
            shapes = {parameter.name: parameter.shape for parameter in self._inputs.parameters}
            from pef.exploration.join_points import meeting_points

            self._explorer.join_paths(meeting_points(self.target, shapes))

    def __iter__(self) -> Iterator[Path]:
        yield from self.steps()
        yield from self.conclude()

    def close(self) -> None:
        """Let go of the engine, which belongs to this thread: exceptions that were found may keep the rest alive."""
        del self._subject.engine

    def conclude(self, others: Sequence[Report] | None = None) -> Iterator[Path]:
        """What is left to do when there is nothing left to explore: here, or anywhere, where all others report."""
        reports = others or []
        if any(report.verdict is Verdict.REFUTED for report in reports):
            self._subject.error_found = True
        if self._guess(reports):
            yield from self.steps()
        if others is None and (self._has_given or self._sharing is Sharing.HELPING):
            # Others may know a path.
            return
        if not any(report.stats["paths"] or report.stats["pruned"] for report in reports):
            self._require_a_path({reason.kind.value for report in reports for reason in report.reasons})

    def give(self) -> list[FrontierEntry]:
        """Hand over about half of what is left, which is no longer explored here."""
        given = [FrontierEntry.from_engine(entry) for entry in self._explorer.give()]
        self._has_given = self._has_given or bool(given)
        return given

    def take_over(self, entries: Sequence[FrontierEntry]) -> None:
        """Explore what another exploration of the same target handed over; iterate again for its paths."""
        self._explorer.take_over(entries)

    def steps(self) -> Iterator[Path]:
        """The paths of what is in hand now."""
        if not self._has_begun and self._strategy is Strategy.COVERAGE and self._sharing is not Sharing.HELPING:
            self._guess_texts()
        self._has_begun = True
        while (explored := self._explorer.step()) is not None:
            self.fingerprint = explored.fingerprint
            self.run = explored.run
            self.last_symbolic = (explored.symbolic.result, explored.symbolic.exception)
            self.was_stopped = isinstance(explored.replay, _engine.PlainRun) and explored.replay.was_stopped
            path = self._paths.path(explored)
            self._count_until_joining()
            is_told = path is not None and (path.is_finding or not explored.is_guess)
            self._lucky_guesses += is_told and explored.is_guess
            # What a path holds (memory, files, locks) may be what the next run needs: nobody has it but who is given it.
            del explored
            if path is not None and is_told:
                yield path
            del path

    def describe(self, value: Any) -> str | None:
        """The formula that a symbolic number of this exploration stands for, as Python; `None` for a plain value."""
        term = _engine.term_of(value)
        return None if term is None else self._explorer.describe([term])[0]

    @property
    def target(self) -> LoadedTarget:
        return self._subject.target

    @property
    def contract(self) -> Contract:
        return self._subject.contract

    def recorded_runs(self) -> list[_engine.RecordedRun]:
        """With `record`: the runs."""
        return self._explorer.recorded()

    def recorded_call(self, run: int) -> str | None:
        """The call of a run that was kept, where it can be written."""
        try:
            arguments = self._explorer.recorded_arguments(run)
            return self._inputs.writer.written(arguments.positional, arguments.keyword).announced
        except Exception:
            # Objects that the constructor of a class refused to make.
            return None

    def smtlib(self, terms: list[int]) -> _engine.WrittenTerms:
        """Terms by number as SMT-LIB, with what they refer to."""
        return self._explorer.smtlib(terms)

    def texts_of(self, terms: list[int]) -> list[str]:
        """Terms by number as Python."""
        return self._explorer.describe(terms)

    @property
    def known_names(self) -> dict[str, Any]:
        """What conditions may speak of besides parameters: the classes that the module of the target knows."""
        scope: dict[str, Any] = attribute_of(unwrapped(self.target.native), "__globals__", {})
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
        error = self._subject.call_plain(args, kwargs)
        writer = self._inputs.writer
        return writer.finished(writer.written(args, kwargs), drain.seen_ending(None, error)), error

    @property
    def has_globals(self) -> bool:
        """Whether values of globals are among the inputs."""
        return self._subject.global_count > 0

    @property
    def plain_function(self) -> Callable[..., Any]:
        return self.target.native

    def can_be_repeated(self) -> bool:
        """Whether another process, which fixes no surroundings, does the same with an input."""
        return not self._subject.surroundings.differ_elsewhere()

    def note_unwritten(self, call: str) -> None:
        """A path shows an error, but no expression gives its input, so that nobody could make the call."""
        detail = f"{one_line(call)} failed, but cannot be written as an expression"
        self._subject.note(ReasonKind.UNREPRODUCED, detail)

    def interrupt(self) -> None:
        """Explore no further; the report says so."""
        self._explorer.interrupt()

    def report(self) -> Report:
        """What the paths so far establish."""
        for name in self._inputs.functions_called():
            self._subject.note(ReasonKind.DEPTH, _PURE.format(name))
        found = self._explorer.report(self._subject.error_found)
        reasons = [
            Reason(
                ReasonKind(one.kind), f"{shown(place.file)}:{place.line}" if (place := one.place) else None, one.detail
            )
            for one in found.reasons
        ]
        coverage = coverage_of(self._subject)
        verdict = Verdict(found.verdict)
        used = self._subject.surroundings.used()
        fixed = [Reason(ReasonKind.SURROUNDINGS, None, f"with {part}") for part in used]
        untried = types_untried(self._subject, coverage) if verdict is Verdict.VERIFIED else []
        reasons += untried
        if (fixed or untried) and verdict is Verdict.VERIFIED:
            verdict = Verdict.BOUNDED
        assumed = dict(self._inputs.assumed)
        digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0
        if found.has_numbers_as_text and digits and verdict in (Verdict.VERIFIED, Verdict.BOUNDED):
            assumed[INTS_AS_TEXT] = f"at most {digits} digits"
        return Report(verdict, [*reasons, *fixed], coverage, self._statistics(found.statistics), assumed=assumed)

    def _statistics(self, counts: _engine.Statistics) -> dict[str, int | float]:
        return {
            "paths": counts.paths + self._lucky_guesses,
            "pruned": counts.pruned,
            "depth": counts.depth,
            "runs": counts.runs,
            "queries": counts.queries,
            "divergences": counts.divergences,
            "joined": counts.joined,
            "seconds": counts.seconds,
            "run_seconds": counts.run_seconds,
            "solver_seconds": counts.solver_seconds,
        }

    def shared_report(self) -> Report:
        """The report as it is merged with those of others."""
        return replace(self.report(), can_deepen=self._inputs.can_call_more)

    def tiers(self) -> list[_engine.TierCounts]:
        """What each tier of the solver was asked, what it answered, and how long it took."""
        return self._explorer.tiers()

    def _guess(self, others: Sequence[Report]) -> bool:
        """Where the depth bound kept a contract from being decided, try the constants of the code as inputs, once."""
        if self._has_guessed or self._subject.error_found or not self.contract.is_checked():
            return False
        self._has_guessed = True
        kinds = self._explorer.reason_kinds()
        kinds.update(reason.kind.value for report in others for reason in report.reasons)
        if ReasonKind.DEPTH.value not in kinds:
            return False
        names = [parameter.name for parameter in self._inputs.parameters if parameter.shape == ("int",)]
        guesses = constants.guesses(self.target.native, names)
        # The last one added is run first.
        for guess in reversed(guesses):
            self._explorer.guess(guess)
        return bool(guesses)

    def _guess_texts(self) -> None:
        """Where faults are looked for, try texts made of the words of the code first."""
        kinds: dict[str, type] = {"str": str, "bytes": bytes}
        names = [(one.name, kinds[one.shape[0]]) for one in self._inputs.parameters if one.shape[0] in kinds]
        for guess in reversed(constants.text_guesses(self.target.native, names)):
            self._explorer.guess(guess)

    def _require_a_path(self, kinds: set[str]) -> None:
        """An assumption that nothing satisfies is a mistake, not a proof; so is a class without objects.

        `kinds` are those of the reasons why others did not explore everything.
        """
        if self._paths.admitted:
            return
        kinds = kinds | self._explorer.reason_kinds()
        if not kinds <= _BOUNDS:
            return
        refused = self._subject.checked.refused()
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
