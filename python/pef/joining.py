"""One report of several workers that explored parts of the same function.

Invariant: the joint report claims no more than the weakest of them, and loses nothing that any of them noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ReportRecord = dict[str, Any]
"""A report as a worker sends it, with the branches of the function one by one under `sides`."""

_BY_STRENGTH = ("verified", "bounded", "unknown", "refuted")
_ADDED_UP = ("paths", "pruned", "joined", "runs", "queries", "divergences", "run_seconds", "solver_seconds")
_LARGEST = ("depth", "seconds")


def joined(reports: Sequence[ReportRecord]) -> ReportRecord:
    """What the reports say together; there is at least one."""
    if len(reports) == 1:
        return reports[0]
    sides = _joined_sides([report["sides"] for report in reports])
    missing = [side for side, ran in sides if not ran]
    return {
        "verdict": max((report["verdict"] for report in reports), key=_BY_STRENGTH.index),
        "reasons": _joined_reasons(reports),
        "assumed": {name: kind for report in reports for name, kind in report["assumed"].items()},
        "coverage": {"branches": len(sides), "covered": len(sides) - len(missing), "missing": missing},
        "sides": sides,
        "stats": _joined_stats([report["stats"] for report in reports]),
    }


def _joined_reasons(reports: Sequence[ReportRecord]) -> list[dict[str, Any]]:
    reasons: list[dict[str, Any]] = []
    for report in reports:
        reasons += [reason for reason in report["reasons"] if reason not in reasons]
    return reasons


def _joined_sides(lists: Sequence[list[list[Any]]]) -> list[list[Any]]:
    """A side ran if it ran anywhere; all explored the same function, so the lists run side by side."""
    return [[same[0][0], any(ran for _, ran in same)] for same in zip(*lists, strict=True)]


def _joined_stats(all_stats: Sequence[dict[str, Any]]) -> dict[str, Any]:
    stats = dict(all_stats[0])
    for name in _ADDED_UP:
        stats[name] = sum(one[name] for one in all_stats)
    for name in _LARGEST:
        stats[name] = max(one[name] for one in all_stats)
    return stats
