"""Findings as the supervisor keeps them: plain data from the worker, completed with what only the source can say.

Invariant: one finding for each cause, whichever functions lead to it; of several, the one whose own code it is, and
then the one with the smallest call. So the list does not depend on which worker was faster.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pef.protocol.finding_record import FindingRecord
from pef.startup.lazy_patterns import pattern
from pef.startup.records import Record, field
from pef.supervision.function_work import FunctionWork

# Errors of numbers and sizes, which are another matter where the numbers are huge.
_OF_SIZE = frozenset({"overflow", "memory", "recursion", "value", "hang"})
_HUGE = pattern(r"\b\d{10,}\b(?!\.)|\b\d+ \*\* \d+")


class Finding(Record):
    """One error, with the call that shows it."""

    target: str
    number: int
    """The place of the target in the order of the run."""
    own: bool
    """Whether the place is in the target's own code."""
    path: str
    line: int
    column: int
    """Counted in characters from 1."""
    end_column: int | None
    function: str | None
    kind: str
    code: str
    type: str | None
    message: str | None
    call: str
    condition: list[str] = field(default_factory=list)
    traceback: list[str] = field(default_factory=list)
    reproduced: bool = True
    source_line: str | None = None
    within: list[Any] | None = None
    """File, function and line in code that was followed from there, where it happened."""
    contract: str | None = None
    """What a contract has against it, if it is that."""

    @property
    def is_extreme(self) -> bool:
        """Whether it takes a number that few programs ever see: shown after all others."""
        return self.code in _OF_SIZE and _HUGE.search(self.call) is not None

    @property
    def rank(self) -> tuple[Any, ...]:
        """The smaller of two findings of one cause is shown."""
        return (not self.own, len(self.call), self.call, self.number)

    @property
    def order(self) -> tuple[Any, ...]:
        place = self.path, self.line, self.column
        return (self.is_extreme, self.number, *place, self.code, self.type or "", *(self.within or ()))

    @property
    def headline(self) -> str:
        """What happened, in one line."""
        parts = [part for part in (self.type, self.message) if part]
        return ": ".join(parts) or self.code

    @property
    def fingerprint(self) -> str:
        """Names the cause without its line number, which changes with every edit above it."""
        line = (self.source_line or "").strip()
        # A followed library is not edited.
        within = [str(part) for part in self.within or ()]
        parts = (self.path, self.function or "", self.code, self.type or "", line, *within)
        return hashlib.sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def to_json(self) -> dict[str, Any]:
        return {
            "target": self.target,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "end_column": self.end_column,
            "kind": self.kind,
            "code": self.code,
            "type": self.type,
            "message": self.message,
            "contract": self.contract,
            "call": self.call,
            "condition": self.condition,
            "traceback": self.traceback,
            "reproduced": self.reproduced,
            "extreme": self.is_extreme,
        }


class SourceLines:
    """Lines of source files, read when they are needed."""

    def __init__(self) -> None:
        self._files: dict[Path, list[str]] = {}

    def line(self, path: str, number: int) -> str | None:
        file = Path(path)
        if file not in self._files:
            self._files[file] = _read_lines(file)
        lines = self._files[file]
        return lines[number - 1] if 0 < number <= len(lines) else None


def _read_lines(file: Path) -> list[str]:
    import io
    import tokenize

    try:
        source = file.read_bytes()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding, "replace").split("\n")
    except (OSError, SyntaxError, LookupError):
        return []


def finding_of(work: FunctionWork, record: FindingRecord, lines: SourceLines) -> Finding:
    """The finding in a record of a worker; where it has no place, that of the function."""
    candidate = work.candidate
    path = record.path or work.shown_file
    line = record.line or candidate.first_line
    source = lines.line(path, line)
    column, end_column = _columns(source, record.byte_column, record.end_byte_column)
    own = path == work.shown_file and candidate.first_line <= line <= candidate.last_line
    return Finding(
        target=candidate.target.text,
        number=work.number,
        own=own,
        path=path,
        line=line,
        column=column,
        end_column=end_column,
        function=record.function or candidate.target.qualname,
        kind=record.kind,
        code=record.code,
        type=record.type,
        message=record.message,
        call=record.call,
        condition=record.condition,
        traceback=record.traceback,
        reproduced=record.reproduced,
        source_line=source,
        within=record.within,
        contract=record.contract,
    )


def _columns(source: str | None, start: int | None, end: int | None) -> tuple[int, int | None]:
    """Columns in characters from 1, of what the interpreter counts in bytes; the first word where it does not know."""
    if source is None:
        return 1, None
    if start is None:
        return len(source) - len(source.lstrip()) + 1, None
    data = source.encode("utf-8", "surrogatepass")
    column = len(data[:start].decode("utf-8", "replace")) + 1
    if end is None:
        return column, len(source.rstrip()) + 1
    return column, len(data[:end].decode("utf-8", "replace")) + 1
