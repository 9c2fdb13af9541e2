"""What earlier runs established about the same code: taken over before a check, and kept after it.

Invariant: only what would come out the same again is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pef.options import Options
from pef.project.cache import Cache, KeptResult
from pef.protocol.finding_record import FindingRecord
from pef.results import Reason, ReasonKind
from pef.supervision.function_work import FunctionWork, State

# What was cut by these may come out otherwise next time.
_PASSING = frozenset({ReasonKind.INTERRUPTED, ReasonKind.DEFECT})
# What else depends on the surroundings is no part of the key: variables, files, the machine.
_ALWAYS_THE_SAME = frozenset({"with the clock fixed", "with random numbers fixed", "with standard input empty"})


class KeptResults:
    """The results of the functions of one check, as far as they are kept."""

    def __init__(self, cache: Cache | None, works: Sequence[FunctionWork]) -> None:
        self._cache = cache
        self._works = works
        self._keys: dict[int, str] = {}
        """Under which names to keep the results of functions that are not kept yet."""

    def recall(self, options: Options, on_finding: Callable[[FunctionWork, FindingRecord], None]) -> list[FunctionWork]:
        """Take over what is kept; gives the functions that it is known of."""
        if self._cache is None:
            return []
        share = None if options.time is None else options.time * min(1.0, options.workers / len(self._works))
        recalled = []
        for work in self._works:
            key = self._cache.key(work.candidate)
            if key is None:
                continue
            kept = self._cache.load(key, share)
            if kept is None:
                self._keys[work.number] = key
                continue
            work.state = State.ENDED
            work.report, work.reasons, work.refuted = kept.report, kept.reasons, kept.is_refuted
            for record in kept.findings:
                on_finding(work, record)
            recalled.append(work)
        return recalled

    def keep(self, findings_of: Callable[[FunctionWork], list[FindingRecord]]) -> None:
        if self._cache is None:
            return
        for number, key in self._keys.items():
            work = self._works[number]
            result = _result_of(work, findings_of(work))
            if result is not None:
                self._cache.store(key, result)
        self._cache.prune()


def _result_of(work: FunctionWork, findings: list[FindingRecord]) -> KeptResult | None:
    """What a function came to, if it would come to the same again."""
    report, reasons = work.merged_report(), work.all_reasons()
    if not work.has_ended or report is None or work.obstacle is not None or work.is_unconfirmed:
        return None
    all_reasons = [*report.reasons, *reasons]
    if work.lost_workers or any(reason.kind in _PASSING or _is_of_outside(reason) for reason in all_reasons):
        return None
    was_cut = any(reason.kind is ReasonKind.TIME for reason in all_reasons)
    seconds = float(report.stats.get("seconds", 0.0)) if was_cut else None
    return KeptResult(report, reasons, work.refuted, findings, seconds)


def _is_of_outside(reason: Reason) -> bool:
    return reason.kind is ReasonKind.SURROUNDINGS and reason.detail not in _ALWAYS_THE_SAME
