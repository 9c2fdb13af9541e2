"""What PEF says about a program, held against what CPython does."""

from __future__ import annotations

import enum
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

import pef
from pef import _engine
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target
from pef.options import Options
from tests.fuzz import commanding
from tests.fuzz.conditions import NONE, Conditions
from tests.fuzz.oracle import Oracle, Seen, told, without_addresses
from tests.fuzz.programs import FUNCTION, Program
from tests.selfcheck.verification import claim_of

SECONDS = 5.0
PATHS, OPEN_PATHS = 300, 60
# Processor seconds beyond the limit; the machine may be busy with something else, but then it is not we who use it.
_OVERSHOOT = 3.0
# Reasons for which two explorations need not come to the same: which paths come first depends on the models of Z3.
_DEPENDING = frozenset({"time", "solver", "paths"})


class Failure(enum.Enum):
    """The ways in which PEF can be wrong."""

    WRONG_VERIFIED = "wrong verified"
    FALSE_ALARM = "false alarm"
    MISSED = "missed outcome"
    UNCOVERED = "input on no path"
    CONDITION = "wrong condition"
    FIXED_CONDITION = "wrong condition after a concretisation"
    OWN_INPUT = "own input does not satisfy the condition"
    RESULT = "result differs from the path's formula"
    SYMBOLIC = "symbolic run differs from the plain one"
    CALL = "call does not reproduce"
    UNREPRODUCED = "unreproduced"
    DIVERGENCE = "divergence"
    UNSTABLE = "different for the same seed"
    WORKERS = "different with two workers"
    TIME = "time limit overshot"
    DEFECT = "defect"
    HANG = "hang"


# Honest, but weaker than it could be: the verdict says that something was not decided.
WEAKNESSES = frozenset({Failure.DIVERGENCE, Failure.UNREPRODUCED, Failure.FIXED_CONDITION})


@dataclass
class Comparison:
    """What came of one program."""

    failures: dict[Failure, str] = field(default_factory=dict)
    """The first of each kind."""
    verdict: str = ""
    reasons: list[str] = field(default_factory=list)
    is_open: bool = False
    correct: bool = False
    """Whether no input of the domain shows an error."""
    paths: int = 0
    inputs: int = 0
    seconds: float = 0.0
    unreadable: list[str] = field(default_factory=list)
    """Conditions that Python cannot evaluate for some input."""

    def fail(self, kind: Failure, text: str) -> None:
        self.failures.setdefault(kind, text)


@dataclass
class Explored:
    """A path, and what it says about all its inputs."""

    path: pef.Path
    claim: Any
    conditions: Conditions = NONE
    own: Seen | None = None


def compare(program: Program, folder: FilePath, *, deeply: bool = True, by_command: bool = False) -> Comparison:
    """Explore a program and hold each thing that is said against brute force; `deeply` also twice, and by `check`."""
    comparison = Comparison(is_open=program.is_open)
    oracle = Oracle(program)
    truth = oracle.truth()
    comparison.inputs = len(truth)
    comparison.correct = not any(seen.error for _, seen in truth)
    file = folder / f"program_{hashlib.sha256(program.source.encode()).hexdigest()[:12]}.py"
    file.write_text(program.source)
    try:
        _Comparing(comparison, program, oracle, truth, file).run(deeply)
        if by_command:
            problem = commanding.problem_of(program, oracle, file, has_error=not comparison.correct)
            if problem:
                comparison.fail(Failure.WORKERS, problem)
    except pef.RequestError as error:
        if "no input satisfies the assumption" not in str(error) or truth:
            comparison.fail(Failure.DEFECT, f"refused: {error}")
    except Exception as error:
        comparison.fail(Failure.DEFECT, f"{type(error).__name__}: {error}")
    finally:
        sys.modules.pop(file.stem, None)
        file.unlink()
    return comparison


class _Comparing:
    def __init__(
        self,
        comparison: Comparison,
        program: Program,
        oracle: Oracle,
        truth: list[tuple[dict[str, Any], Seen]],
        file: FilePath,
    ) -> None:
        self._comparison = comparison
        self._program = program
        self._oracle = oracle
        self._truth = truth
        self._file = file
        self._fail = comparison.fail
        # What is open has no end.
        self._paths = OPEN_PATHS if program.is_open else PATHS

    def run(self, deeply: bool) -> None:
        explored, report = self._explore()
        comparison = self._comparison
        comparison.verdict, comparison.paths = report.verdict.value, len(explored)
        comparison.reasons = sorted({f"{one.kind.value}: {one.detail}" for one in report.reasons})
        kinds = {reason.kind.value for reason in report.reasons}
        self._doubts(report)
        self._verdict(report)
        for one in explored:
            self._own(one)
        is_fixed = "concretised" in kinds
        if not kinds:
            self._missed(explored)
        self._conditions(explored, complete=not kinds, is_fixed=is_fixed)
        if deeply and not kinds & _DEPENDING:
            self._again(explored, report)
        if deeply:
            self._check()

    def _explore(self) -> tuple[list[Explored], pef.Report]:
        target = load_target(str(self._file), FUNCTION, self._file.parent)
        options = Options(depth=1000, paths=self._paths, time=SECONDS, strict=self._program.strict)
        before, started = time.process_time(), time.perf_counter()
        _engine.set_checking(True)
        try:
            exploration = Exploration(target, options, keep_results=True)
            found, different = [], None
            for path in exploration:
                problem = _difference(path, exploration.last_symbolic)
                if problem and path.reproduced:
                    different = different or f"{path.call}: {problem}"
                claim = claim_of(exploration) if path.outcome is not pef.Outcome.PRUNED else None
                found.append(Explored(path, claim))
            report = exploration.report()
            # What is not followed may well differ, and the verdict says so.
            if different and not any(reason.kind.value == "concretised" for reason in report.reasons):
                self._fail(Failure.SYMBOLIC, different)
        finally:
            _engine.set_checking(False)
        self._comparison.seconds = time.perf_counter() - started
        # Having each answer checked by Z3 is not part of what the limit is for.
        is_checked = bool(os.environ.get("PEF_CHECK_SOLVER"))
        if time.process_time() - before > SECONDS + _OVERSHOOT and not is_checked:
            self._fail(Failure.TIME, f"{time.process_time() - before:.1f} s")
        return found, report

    def _doubts(self, report: pef.Report) -> None:
        for reason in report.reasons:
            text = f"{reason.detail} ({reason.where})"
            kind = {"divergence": Failure.DIVERGENCE, "unreproduced": Failure.UNREPRODUCED, "defect": Failure.DEFECT}
            if reason.kind.value in kind:
                self._fail(kind[reason.kind.value], text)

    def _verdict(self, report: pef.Report) -> None:
        wrong = [(given, seen) for given, seen in self._truth if seen.error]
        if report.verdict is pef.Verdict.VERIFIED and wrong:
            given, seen = wrong[0]
            self._fail(Failure.WRONG_VERIFIED, f"{given}: {seen.error}")
        if report.verdict is pef.Verdict.REFUTED and not wrong and not self._program.is_open:
            self._fail(Failure.FALSE_ALARM, "no input of the domain shows an error")

    def _own(self, one: Explored) -> None:
        """The path's call does what the path says, and its input is one of its inputs."""
        path = one.path
        names = list(self._program.domain)
        try:
            entry = {
                name: eval(text, self._oracle.namespace) for name, text in zip(names, path.argument_texts, strict=True)
            }
            seen = self._oracle.evaluate(path.call, entry)
        except Exception as error:
            self._fail(Failure.CALL, f"{path.call}: {error!r}")
            return
        one.own = seen
        said = (type(path.exception).__name__, path.exception_message) if path.exception is not None else None
        if said is not None and said != (seen.exception, seen.message):
            self._fail(Failure.CALL, f"{path.call}: {said}, but {seen.exception}: {seen.message}")
        if said is None and not self._is_told(path.result_text, seen):
            self._fail(Failure.CALL, f"{path.call}: {path.result_text}, but {seen.result}: {seen.exception}")
        if path.is_finding != (seen.error is not None) and path.reproduced:
            self._fail(Failure.FALSE_ALARM if path.is_finding else Failure.MISSED, f"{path.call}: {seen.error}")
        one.conditions = Conditions(path.condition, entry)
        satisfied = one.conditions.hold(entry, self._oracle.namespace)
        if "(lambda" not in path.call and one.conditions.are_readable and not satisfied:
            self._fail(Failure.OWN_INPUT, f"{path.call}: {path.condition}")

    def _is_told(self, text: str | None, seen: Seen) -> bool:
        """Whether the text of a result is that of what was seen; it is code where the result can be written as such."""
        if seen.result is None or text is None:
            return False
        if without_addresses(text) == without_addresses(repr(seen.value)):
            return True
        try:
            return told(eval(text, self._oracle.namespace)) == seen.result
        except Exception:
            # The names of modules differ, and what has no code is shown as it shows itself.
            return without_addresses(text.replace(f"{self._file.stem}.", "program.")) == without_addresses(
                repr(seen.value)
            )

    def _missed(self, explored: list[Explored]) -> None:
        found = {one.own.outcome for one in explored if one.own is not None}
        for given, seen in self._truth:
            if seen.outcome not in found:
                self._fail(Failure.MISSED, f"{given}: {seen.outcome}")

    def _conditions(self, explored: list[Explored], *, complete: bool, is_fixed: bool) -> None:
        followed = [one for one in explored if one.path.outcome is not pef.Outcome.PRUNED and one.own is not None]
        are_readable = all(one.conditions.are_readable for one in followed)
        for given, seen in self._truth:
            taken = [one for one in followed if one.conditions.hold(given, self._oracle.namespace)]
            if complete and not taken and are_readable:
                self._fail(Failure.UNCOVERED, f"{given}")
            for one in taken:
                self._same(given, seen, one, is_fixed)
        self._comparison.unreadable += [str(one.path.condition) for one in followed if not one.conditions.are_readable]

    def _same(self, given: dict[str, Any], seen: Seen, one: Explored, is_fixed: bool) -> None:
        own = one.own
        assert own is not None
        where = f"{given} satisfies {one.path.condition} of {one.path.call}"
        if (seen.lines, seen.outcome) != (own.lines, own.outcome):
            kind = Failure.FIXED_CONDITION if is_fixed else Failure.CONDITION
            self._fail(kind, f"{where}: {seen.outcome} {seen.lines} and not {own.outcome} {own.lines}")
        elif one.claim is not None and seen.result is not None and not is_fixed and not one.conditions.speak_of_sets:
            try:
                expected = told(one.claim(dict(given)))
            except Exception:
                # A formula may be written in words that Python does not have.
                return
            if expected != seen.result:
                self._fail(Failure.RESULT, f"{where}: {seen.result} and not {expected}")

    def _again(self, explored: list[Explored], report: pef.Report) -> None:
        second = Comparison()
        sys.modules.pop(self._file.stem, None)
        other = _Comparing(second, self._program, self._oracle, self._truth, self._file)
        again, report_again = other._explore()
        if {one.kind.value for one in report_again.reasons} & _DEPENDING:
            return
        one, two = list(_shown(explored, report)), list(_shown(again, report_again))
        if one != two:
            differing = next((pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]), (len(one), len(two)))
            self._fail(Failure.UNSTABLE, f"{differing[0]} and {differing[1]}")

    def _check(self) -> None:
        """`check` joins paths, looks for faults first, and says no more than what holds."""
        sys.modules.pop(self._file.stem, None)
        target = load_target(str(self._file), FUNCTION, self._file.parent)
        options = Options(
            depth=1000, paths=self._paths, time=SECONDS, strict=self._program.strict, strategy=pef.Strategy.COVERAGE
        )
        exploration = Exploration(target, options, joins=True)
        findings = [path for path in exploration if path.is_finding]
        report = exploration.report()
        self._verdict(report)
        if report.verdict is not pef.Verdict.VERIFIED and self._comparison.verdict == "verified":
            reasons = [f"{one.kind.value}: {one.detail}" for one in report.reasons]
            self._fail(Failure.UNSTABLE, f"verified by explore, {report.verdict.value} by check: {reasons}")
        for path in findings:
            self._own(Explored(path, None))


def _shown(explored: list[Explored], report: pef.Report) -> Iterator[Any]:
    yield report.verdict.value
    yield sorted(f"{one.kind.value}: {one.detail}" for one in report.reasons)
    for one in explored:
        # Which input stands for a path may depend on what Z3 was asked before in this process.
        yield one.path.condition, one.path.outcome.value, type(one.path.exception).__name__


def _difference(path: pef.Path, symbolic: tuple[Any, BaseException | None]) -> str | None:
    result, exception = symbolic
    if (exception is None) != (path.exception is None):
        return f"symbolic {exception!r}, plain {path.exception!r}"
    if exception is not None and path.exception is not None:
        one = (type(exception).__name__, str(exception))
        two = (type(path.exception).__name__, str(path.exception))
        return None if one == two else f"symbolic raised {one}, plain {two}"
    first, second = told(result), told(path.result)
    return None if first == second else f"symbolic gave {first}, plain {second}"
