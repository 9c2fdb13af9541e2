"""The text report of `check`: a finding as soon as it is confirmed, with its source, and a closing summary.

Invariant: what the code under test says (messages, names, source lines) cannot change what the terminal shows.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pef.report.check_formats import CheckSummary
from pef.report.colour import Painter
from pef.report.formats import Presentation, Writer
from pef.report.text import assumed_text, reason_text, visible
from pef.results import INTS_AS_TEXT
from pef.supervision.findings import Finding

_CONDITION_LENGTH = 100
_CALL_LENGTH = 2000
# Of these, how they began says more than how they went on.
_BEGINNING_MATTERS = frozenset({"recursion", "hang", "memory"})
_REASONS_SHOWN = 3
_STYLES = {"verified": "good", "refuted": "bad", "bounded": "warning", "unknown": "warning"}


class CheckTextReport:
    """Writes for people."""

    def __init__(self, stream: Writer, presentation: Presentation) -> None:
        self._stream = stream
        self._quiet = presentation.quiet
        self._verbose = presentation.verbose
        self._paint = Painter(presentation.colour)

    def finding(self, finding: Finding) -> None:
        if not self._quiet:
            self._stream.write("".join(f"{line}\n" for line in [*self._block(finding), ""]))

    def close(self, summary: CheckSummary) -> None:
        lines: list[str] = []
        if not self._quiet:
            lines += [f"note: {visible(note)}" for note in summary.notes]
        if self._verbose:
            lines += [self._function_line(function) for function in summary.functions]
        if lines:
            lines.append("")
        self._stream.write("".join(f"{line}\n" for line in [*lines, *self._summary(summary)]))

    def _block(self, finding: Finding) -> list[str]:
        head = self._paint(f"error[{finding.code}]", "bad")
        number = str(finding.line)
        margin = " " * len(number)
        where = f"{finding.path}:{finding.line}:{finding.column} in {finding.function}"
        when = short_condition(finding.condition, from_start=finding.code in _BEGINNING_MATTERS)
        lines = [f"{head}: {visible(finding.headline)}", f"{margin}--> {visible(where)}"]
        if finding.source_line is not None:
            source = visible(finding.source_line.rstrip().replace("\t", " "))
            width = max((finding.end_column or finding.column + 1) - finding.column, 1)
            caret = self._paint("^" * width, "bad") + (f" when {when}" if when else "")
            lines += [
                f"{margin} |",
                f"{number} | {source}",
                f"{margin} | {' ' * (finding.column - 1)}{caret}",
            ]
        elif when:
            lines.append(f"{margin} = when: {when}")
        call = visible(finding.call)
        if len(call) > _CALL_LENGTH:
            call = f"{call[:_CALL_LENGTH]}… ({len(call)} characters)"
        lines.append(f"{margin} = call: {self._paint(call, 'call')}")
        if finding.contract is not None and finding.contract != finding.message:
            lines.append(f"{margin} = {visible(finding.contract)}")
        if finding.target.rpartition(":")[2] != (finding.function or ""):
            lines.append(f"{margin} = target: {visible(finding.target)}")
        if finding.is_extreme:
            lines.append(f"{margin} = note: only with a very large number, as far as was found")
        if self._verbose and len(finding.traceback) > 1:
            lines += [f"{margin} = through: {visible(frame)}" for frame in finding.traceback]
        return lines

    def _function_line(self, function: dict[str, Any]) -> str:
        verdict = function["verdict"]
        reasons = list(dict.fromkeys(reason_text(reason) for reason in function["reasons"]))
        assumed = assumed_text(function["assumed"])
        some = f" ({'; '.join(reasons)})" if reasons else ""
        return f"{visible(function['target'])}: {self._paint(verdict, _STYLES.get(verdict, ''))}{assumed}{some}"

    def _summary(self, summary: CheckSummary) -> list[str]:
        count = len(summary.findings)
        silenced = f" ({summary.silenced} silenced)" if summary.silenced else ""
        found = "no findings" if count == 0 else "1 finding" if count == 1 else f"{count} findings"
        lines = [f"{self._paint(found, 'bad' if count else 'good')}{silenced}"]
        missing = summary.not_runnable()
        unknown = summary.count("unknown") - len(missing)
        parts = [
            f"{summary.count('verified')} verified{self._under_assumption(summary.functions)}",
            f"{summary.count('refuted')} refuted",
            f"{summary.count('bounded')} bounded{self._why(summary.functions, 'bounded')}",
            f"{unknown} unknown{self._why(summary.functions, 'unknown')}",
            f"{len(missing)} not runnable{self._why_not(missing, summary.notes)}",
        ]
        total = len(summary.functions)
        lines.append(f"{total} {'function' if total == 1 else 'functions'}: {', '.join(parts)}")
        paths = sum(function["stats"].get("paths", 0) for function in summary.functions)
        branches = sum(function["coverage"]["branches"] for function in summary.functions)
        covered = sum(function["coverage"]["covered"] for function in summary.functions)
        coverage = f", {covered} of {branches} branches" if branches else ""
        cut = f" ({summary.cut})" if summary.cut else ""
        lines.append(f"{paths} {'path' if paths == 1 else 'paths'}{coverage}, {summary.seconds:.1f} s{cut}")
        return lines

    def _under_assumption(self, functions: list[dict[str, Any]]) -> str:
        """How many are verified for assumed types only."""
        verified = (function["assumed"] for function in functions if function["verdict"] == "verified")
        count = sum(bool(assumed.keys() - {INTS_AS_TEXT}) for assumed in verified)
        return f" ({count} for assumed types)" if count else ""

    def _why(self, functions: list[dict[str, Any]], verdict: str) -> str:
        """The kinds of reasons behind a verdict, most frequent first."""
        kinds: Counter[str] = Counter()
        for function in functions:
            if function["verdict"] == verdict:
                kinds.update({reason["kind"] for reason in function["reasons"]} - {"not-runnable"})
        if not kinds:
            return ""
        return f" ({', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items(), key=_by_count))})"

    def _why_not(self, functions: list[dict[str, Any]], notes: list[str]) -> str:
        """Why functions could not be run, except for what has a note of its own."""
        details: Counter[str] = Counter()
        for function in functions:
            found = {reason["detail"] for reason in function["reasons"] if reason["kind"] == "not-runnable"}
            details.update(found if self._quiet else found.difference(notes))
        if not details:
            return ""
        listed = [visible(detail) for detail, _ in sorted(details.items(), key=_by_count)]
        shown = listed if self._verbose else listed[:_REASONS_SHOWN]
        rest = len(listed) - len(shown)
        return f" ({'; '.join([*shown, *([f'{rest} more'] if rest else [])])})"


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return (-item[1], item[0])


def short_condition(condition: list[str], *, from_start: bool) -> str:
    """The condition of a path in one line; of a long one the end, or the start, where that is what matters."""
    if not condition:
        return ""
    ordered = [visible(part) for part in (condition if from_start else reversed(condition))]
    kept: list[str] = []
    for part in ordered:
        if kept and sum(len(other) + 2 for other in [*kept, part]) > _CONDITION_LENGTH:
            break
        kept.append(part)
    left_out = ["…"] if len(kept) < len(condition) else []
    if len(kept[0]) > 2 * _CONDITION_LENGTH:
        kept[0] = f"{kept[0][: 2 * _CONDITION_LENGTH]}…"
    return ", ".join([*kept, *left_out] if from_start else [*left_out, *reversed(kept)])
