"""One report of several workers that explored parts of the same function.

Invariant: the merged report claims no more than the weakest of them, and loses nothing that any of them noted.
"""

from __future__ import annotations

from collections.abc import Sequence

from pef.results import Coverage, Reason, Report, Verdict

_BY_STRENGTH = (Verdict.VERIFIED, Verdict.BOUNDED, Verdict.UNKNOWN, Verdict.REFUTED)
_SUMMED = ("paths", "pruned", "joined", "runs", "queries", "divergences", "run_seconds", "solver_seconds")
_LARGEST = ("depth", "seconds")

Stats = dict[str, int | float]


def merge_reports(reports: Sequence[Report]) -> Report:
    """What the reports say together; there is at least one."""
    if len(reports) == 1:
        return reports[0]
    return Report(
        verdict=max((report.verdict for report in reports), key=_BY_STRENGTH.index),
        reasons=_merged_reasons(reports),
        coverage=_merged_coverage(reports),
        stats=_merged_stats([report.stats for report in reports]),
        assumed={name: kind for report in reports for name, kind in report.assumed.items()},
    )


def _merged_reasons(reports: Sequence[Report]) -> list[Reason]:
    return list(dict.fromkeys(reason for report in reports for reason in report.reasons))


def _merged_coverage(reports: Sequence[Report]) -> Coverage:
    """A side ran if it ran anywhere; all explored the same function, so the lists run side by side."""
    lists = [report.coverage.sides for report in reports]
    return Coverage([(same[0][0], any(ran for _, ran in same)) for same in zip(*lists, strict=True)])


def _merged_stats(all_stats: Sequence[Stats]) -> Stats:
    stats = dict(all_stats[0])
    for name in _SUMMED:
        stats[name] = sum(one[name] for one in all_stats)
    for name in _LARGEST:
        stats[name] = max(one[name] for one in all_stats)
    return stats
