"""Exploring a function with and without joining paths."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pef.exploration.exploration import Exploration
from pef.exploration.join_points import meeting_points
from pef.loading.load import load_target
from pef.options import Options, Strategy
from pef.results import Path

# Whatever there is to find is found within these.
BOUNDS: dict[str, Any] = {"depth": 1000, "strict": True}


@dataclass(frozen=True)
class Seen:
    """What an exploration came to."""

    verdict: str
    errors: frozenset[tuple[str, str | None]]
    """Types and places."""
    kinds: frozenset[str]
    """Those of the reasons."""
    covered: tuple[tuple[str, bool], ...]
    """All sides of branches, in their order: two of one line may have the same text."""
    paths: int
    joined: int


def explore(file: FilePath, name: str, *, joins: bool, **options: Any) -> Seen:
    """Explore a function of a file; joining begins with the first path."""
    target = load_target(str(file), name, file.parent)
    chosen = Options(**{"strategy": Strategy.COVERAGE, **BOUNDS, **options})
    exploration = Exploration(target, chosen)
    if joins:
        exploration._paths_until_joining = 1
        exploration._count_until_joining()
    errors = {_error(path) for path in exploration if path.is_finding}
    report = exploration.report()
    covered = tuple(report.coverage.sides)
    kinds = frozenset(reason.kind.value for reason in report.reasons)
    stats = report.stats
    return Seen(
        report.verdict.value, frozenset(errors), kinds, covered, stats["paths"] + stats["pruned"], stats["joined"]
    )


def _error(path: Path) -> tuple[str, str | None]:
    kind = type(path.exception).__name__
    # CPython 3.11 gives the line before for a name without a value, once it has made one instruction of two.
    return kind, None if kind == "UnboundLocalError" else path.where


def has_meeting_points(file: FilePath, name: str) -> bool:
    """Whether a function is proven to depend on values alone."""
    target = load_target(str(file), name, file.parent)
    inputs = Exploration(target)._inputs
    return bool(meeting_points(target, {parameter.name: parameter.shape for parameter in inputs.parameters}))
