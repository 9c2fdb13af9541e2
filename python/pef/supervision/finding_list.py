"""All findings of a check: one for each cause, silenced ones left out, shown as soon as they can no longer get better.

Invariant: the list does not depend on which worker was faster. Of several findings of one cause it keeps the one whose own
code it is, and then the one with the smallest call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pef.protocol.finding_record import FindingRecord
from pef.startup.records import replace
from pef.supervision.findings import Finding, SourceLines, finding_of
from pef.supervision.function_work import FunctionWork

Cause = tuple[Any, ...]


class FindingList:
    """The findings so far."""

    def __init__(
        self,
        works: Sequence[FunctionWork],
        is_silenced: Callable[[Finding], bool],
        show: Callable[[Finding], None],
    ) -> None:
        self._works = works
        self._is_silenced = is_silenced
        self._show = show
        self._lines = SourceLines()
        self._findings: dict[Cause, Finding] = {}
        self._fresh: dict[int, list[Cause]] = {}
        """Causes found by a function and not yet shown."""
        self._waiting: list[Cause] = []
        """Causes to be shown when the function whose code it is had its first look."""
        self._extreme: list[Cause] = []
        """Causes to be shown last, because they take absurd inputs."""
        self._silenced: set[Cause] = set()
        self._records: dict[int, list[FindingRecord]] = {}

    def add(self, work: FunctionWork, record: FindingRecord) -> None:
        self._records.setdefault(work.number, []).append(record)
        finding = finding_of(work, record, self._lines)
        cause = replace(record, path=finding.path, line=finding.line, function=finding.function).cause
        if self._is_silenced(finding):
            self._silenced.add(cause)
            return
        known = self._findings.get(cause)
        if known is None:
            self._fresh.setdefault(work.number, []).append(cause)
        if known is None or finding.rank < known.rank:
            self._findings[cause] = finding

    def turn_ended(self, work: FunctionWork, *, is_last: bool = False) -> None:
        """Show what a function gave, unless the function whose code it is may still say it better."""
        self._waiting += self._fresh.pop(work.number, [])
        for cause in list(self._waiting):
            finding = self._findings[cause]
            if finding.is_extreme:
                self._extreme.append(cause)
            elif not is_last and self._is_awaited(finding):
                continue
            else:
                self._show(finding)
            self._waiting.remove(cause)

    def close(self) -> None:
        """Nothing more comes: show all that is left."""
        for work in self._works:
            self.turn_ended(work, is_last=True)
        for finding in sorted((self._findings[cause] for cause in self._extreme), key=lambda one: one.order):
            self._show(finding)
        self._extreme.clear()

    def _is_awaited(self, finding: Finding) -> bool:
        """Whether the function whose code it is has still to be looked at: its own call says more than a caller's."""
        return not finding.own and any(
            work.shown_file == finding.path
            and work.candidate.first_line <= finding.line <= work.candidate.last_line
            and not work.had_first_look
            for work in self._works
        )

    def __len__(self) -> int:
        return len(self._findings)

    def in_order(self) -> list[Finding]:
        return sorted(self._findings.values(), key=lambda finding: finding.order)

    def records_of(self, work: FunctionWork) -> list[FindingRecord]:
        """All that workers reported of a function, also what is silenced or said better elsewhere."""
        return self._records.get(work.number, [])

    @property
    def silenced(self) -> int:
        return len(self._silenced - set(self._findings))
