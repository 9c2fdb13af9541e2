"""Paths as the library and the worker get them, made of what the engine saw.

What a path is said to have done is what the plain function did when it was called with the path's input.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pef._engine import ExploredPath, NotReplayed, PlainRun
from pef.errors import DisagreementError, RequestError, RunStopped, one_line
from pef.exploration import drain, outcome_text
from pef.exploration.decisions import Decisions
from pef.exploration.judge import Judge, Judged
from pef.exploration.subject import Subject
from pef.looks import is_a
from pef.results import Outcome, Path, ReasonKind
from pef.startup.clean_imports import of_library

if TYPE_CHECKING:
    from pef.exploration.changed_state import Changes


class PathMaker:
    """Makes the paths of one exploration."""

    def __init__(self, subject: Subject, *, forced_known: bool) -> None:
        self._subject = subject
        self._judge = Judge(subject)
        self._decisions = Decisions(subject, forced_known=forced_known)
        self.admitted = 0
        """How many inputs there were that the assumptions admit."""

    def path(self, explored: ExploredPath) -> Path | None:
        """The path; nothing where there is no plain run to speak of."""
        replay = explored.replay
        run = replay if isinstance(replay, PlainRun) else None
        error = None if run is None else run.exception
        if is_a(error, RequestError):
            raise error
        symbolic = explored.symbolic.judgement
        if symbolic is not None and symbolic.problem is not None:
            raise symbolic.problem
        if is_a(error, DisagreementError):
            self._subject.note(ReasonKind.UNREPRODUCED, str(error))
            return None
        if run is None and replay == NotReplayed.FORBIDDEN:
            return None
        self.admitted += 1
        return self._made(explored, run, error)

    def _made(self, explored: ExploredPath, run: PlainRun | None, error: BaseException | None) -> Path:
        inputs, described = self._subject.inputs, explored.described
        args = tuple(explored.arguments.positional)[self._subject.global_count :]
        kwargs = explored.arguments.keyword
        # Where runs are announced, the call has been written; but what a function that was passed returns, or what an
        # object is made of, may be known only after the run.
        written = run.call if run is not None and inputs.is_data else None
        written = written or inputs.writer.written(described.positional, described.keyword)
        # Of a run that was cut off at the depth bound, nobody knows what the plain one would do, or whether it would end.
        result, text = (None, None) if run is None else (run.result, run.text)
        call = inputs.writer.finished(written, drain.seen_ending(result, error))
        judged = Judged(reproduced=False) if run is None else self._judge.judged(explored, run, args, kwargs)
        is_doubtful = judged.is_finding and self._is_doubtful(judged, call)
        outcome = self._outcome(explored, error, judged, is_doubtful=is_doubtful)
        if run is not None:
            result = self._result(run)
        listed = self._decisions.listed(explored)
        return Path(
            call=call,
            outcome=outcome,
            args=args,
            kwargs=kwargs,
            inputs=(described.positional, described.keyword),
            argument_texts=written.arguments,
            keyword_texts=written.keywords,
            result=result,
            result_text=None if error is not None else text,
            exception=error,
            exception_message=None if error is None else text,
            where=judged.where,
            stdout="" if run is None else run.output,
            condition=self._decisions.condition(explored, listed),
            decisions=listed,
            depth=explored.depth,
            contract=judged.contract,
            kind=judged.kind,
            broken=judged.broken,
            reproduced=judged.reproduced,
            is_error=judged.is_error,
            is_doubtful=is_doubtful,
        )

    def _is_doubtful(self, judged: Judged, call: str) -> bool:
        """Whether an error may come of what other runs left behind."""
        if not self._subject.is_doubtful():
            return False
        if not self._subject.is_watched:
            # Nobody looks whether a process of its own shows it.
            detail = f"{one_line(call)} failed, which may come of what other runs left behind"
            self._subject.note(ReasonKind.UNREPRODUCED, detail)
            judged.reproduced = False
        return True

    def _outcome(
        self, explored: ExploredPath, error: BaseException | None, judged: Judged, *, is_doubtful: bool
    ) -> Outcome:
        if judged.is_finding and not is_doubtful:
            self._subject.error_found = True
        if is_a(error, RunStopped):
            # Only a watcher stops a plain run, and only because it does not end.
            judged.is_error = False
            self._subject.error_found = True
            return Outcome.HANG
        if explored.is_pruned and not explored.is_guess:
            # Also where it shows an error: its condition ends at the bound, and says less than what led there.
            return Outcome.PRUNED
        return Outcome.RETURNED if error is None else Outcome.RAISED

    def _result(self, run: PlainRun) -> Any:
        """What a run returned, and what else is to be said of that."""
        result = run.result
        if is_a(result, drain.Consumed):
            if not result.complete:
                detail = f"an iterator was followed for {len(result)} elements"
                self._subject.note(ReasonKind.SIZE, detail)
            result = list(result)
        changed = run.changed_state
        if changed:
            news = self._changes.news(changed)
            if news is not None:
                self._subject.note(ReasonKind.DEPTH, news)
            result = outcome_text.as_told(result, run.text)
        return result

    @functools.cached_property
    def _changes(self) -> Changes:
        with of_library():
            from pef.exploration.changed_state import Changes
        return Changes(self._subject.target, self._subject.inputs.changed_before)
