"""Which sides of its branches the runs of a target took."""

from __future__ import annotations

from pef.exploration.subject import Subject
from pef.looks import text_of
from pef.results import Coverage, Reason, ReasonKind
from pef.rewriting import import_hook
from pef.shown_path import shown


def coverage_of(subject: Subject) -> Coverage:
    """Branches of the target's own function, nested functions included."""
    target = subject.target
    found: list[tuple[str, bool]] = []
    name = text_of(target.native, "__qualname__") or target.name
    for branch in import_hook.branches_of.get(target.file, []):
        if branch.function != name and not branch.function.startswith(f"{name}."):
            continue
        sides = subject.engine.sides_taken(branch.number)
        found += [(f"{shown(branch.file)}:{side}", ran) for ran, side in zip(sides, branch.sides, strict=True)]
    return Coverage(found)


def types_untried(subject: Subject, coverage: Coverage) -> list[Reason]:
    """Where code was not reached that may be there for values of another type than was taken."""
    told_apart = subject.inputs.told_apart
    if not told_apart or all(ran for _, ran in coverage.sides):
        return []
    side = next(side for side, ran in coverage.sides if not ran)
    return [
        Reason(
            ReasonKind.DEPTH,
            side.partition("->")[0],
            f"{name} was only tried as {taken}, which does not reach {side}",
        )
        for name, taken in told_apart.items()
    ]
