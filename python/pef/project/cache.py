"""Results of earlier runs, by the content of the function and of all that it can reach.

Invariant: a hit gives what a run would give. So the key covers the interpreter, PEF itself, the options, the text and
place of every definition that the function can name, and every module of the project it imports. What the clock cut
off is kept with the time that was spent on it, and stands as long as a run would not spend more. Rejected: the time of the last change of files, which a checkout resets.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar

from pef.analysis.module_reach import ModuleSource
from pef.analysis.project_calls import calls_of
from pef.analysis.stub_files import stub_of
from pef.package_folder import PACKAGE_FOLDER
from pef.project.discovery import Candidate
from pef.protocol.finding_record import FindingRecord
from pef.protocol.messages import Codec, Message, ProtocolError, of, sequence
from pef.protocol.reports import REPORT
from pef.results import Reason, Report

_FORMAT = 2
_ENTRIES_KEPT = 5000
# Of the time that a function may get: what was cut off after so much of it is not tried again.
_ENOUGH = 0.8


class KeptResult(Message):
    """What a function came to."""

    codecs: ClassVar[dict[str, Codec]] = {
        "report": REPORT,
        "reasons": sequence(of(Reason)),
        "findings": sequence(of(FindingRecord)),
    }

    report: Report
    reasons: list[Reason]
    """Of the supervisor."""
    is_refuted: bool
    findings: list[FindingRecord]
    seconds: float | None = None
    """What was spent on it, where the clock cut it off."""


class Cache:
    """One folder of results."""

    def __init__(self, folder: Path, options: dict[str, Any]) -> None:
        self._folder = folder
        self._common = json.dumps([_FORMAT, sys.version, _own_state(), options], sort_keys=True)
        self._sources: dict[Path, ModuleSource | None] = {}

    def key(self, candidate: Candidate) -> str | None:
        """The name under which the result of a function is kept; `None` where its source cannot be followed."""
        digest = hashlib.sha256(self._common.encode())
        parts = self._reachable(candidate)
        if parts is None:
            return None
        target = candidate.target
        for part in [target.location, target.text, *sorted(parts)]:
            digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def load(self, key: str, share: float | None) -> KeptResult | None:
        """What is kept, unless it was cut off and there is more time for it now; `share` is what a function may get."""
        try:
            kept = KeptResult.from_json(json.loads((self._folder / f"{key}.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, ProtocolError):
            return None
        spent = kept.seconds
        return None if spent is not None and (share is None or spent < _ENOUGH * share) else kept

    def store(self, key: str, result: KeptResult) -> None:
        # A cache that cannot be written is no reason to fail.
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            ignore = self._folder.parent / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            # Two runs may write the same entry; a reader sees a whole one.
            descriptor, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(result.to_json(), file)
            Path(name).replace(self._folder / f"{key}.json")

    def prune(self) -> None:
        """Forget the oldest results where there are very many."""
        with contextlib.suppress(OSError):
            entries = sorted(self._folder.glob("*.json"), key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: max(len(entries) - _ENTRIES_KEPT, 0)]:
                entry.unlink(missing_ok=True)

    def _reachable(self, candidate: Candidate) -> set[str] | None:
        source = self._source(candidate.file)
        if source is None:
            return None
        name = candidate.target.qualname
        parts, modules = source.closure(name.partition(".")[0])
        if name in source.untyped:
            # What others pass says what its parameters are taken to be.
            parts |= {f"call:{ast.unparse(call)}" for call in calls_of(name, str(candidate.file))}
        parts |= _stub_text(candidate.file, candidate.target.module)
        waiting = [(candidate.file, name) for name in modules]
        seen: set[Path] = {candidate.file}
        while waiting:
            importer, name = waiting.pop()
            for file in _module_files(name, importer, candidate):
                if file in seen:
                    continue
                seen.add(file)
                imported = self._source(file)
                if imported is None:
                    return None
                parts.add(f"{file}\0{imported.text}")
                parts |= _stub_text(file, "")
                waiting += [(file, other) for other in imported.modules]
        return parts

    def _source(self, file: Path) -> ModuleSource | None:
        if file not in self._sources:
            try:
                self._sources[file] = ModuleSource(file.read_bytes().decode("utf-8"))
            except (OSError, SyntaxError, ValueError, RecursionError):
                self._sources[file] = None
        return self._sources[file]


def _stub_text(file: Path, module: str) -> set[str]:
    stub = stub_of(file, module)
    if stub is None:
        return set()
    try:
        return {f"{stub}\0{stub.read_text(encoding='utf-8', errors='replace')}"}
    except OSError:
        return set()


def _module_files(name: str, importer: Path, candidate: Candidate) -> list[Path]:
    """The files of the project that importing `name` may run, its packages included."""
    dots = len(name) - len(name.lstrip("."))
    parts = [part for part in name[dots:].split(".") if part]
    if dots:
        roots = [importer.parents[dots - 1]] if len(importer.parents) >= dots else []
    else:
        roots = list(candidate.target.import_roots)
    files: list[Path] = []
    for root in roots:
        if dots and (root / "__init__.py").is_file():
            files.append(root / "__init__.py")
        folder = root
        for part in parts:
            module = folder / f"{part}.py"
            folder = folder / part
            files += [file for file in (module, folder / "__init__.py") if file.is_file()]
    return files


def _own_state() -> list[Any]:
    """What the answers of PEF depend on beside the code: its own files and the packages that are installed."""
    package = Path(PACKAGE_FOLDER).resolve()
    places = [*sorted(package.rglob("*.py")), *package.glob("_engine*"), *(Path(entry) for entry in sys.path if entry)]
    state: list[Any] = []
    for place in places:
        with contextlib.suppress(OSError):
            facts = place.stat()
            state.append([str(place), facts.st_mtime_ns, facts.st_size if place.is_file() else 0])
    return state
