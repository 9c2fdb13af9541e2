"""`--since REV`: the functions that differ from a revision, as `git` tells it, files it does not know yet included.

A function differs where a line of it does, or one of a statement of its module whose value it can reach: a constant,
an import. That a function it calls differs is that function's affair.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from pef.analysis.module_reach import ModuleSource
from pef.errors import RequestError, one_line
from pef.project.discovery import Candidate

_HUNK = re.compile(r"^@@ -\S+ \+(?P<start>\d+)(?:,(?P<count>\d+))? @@")

Ranges = dict[Path, list[range] | None]
"""Changed lines by file; `None` for a file that is new as a whole."""


def changed_since(revision: str, folder: Path) -> Ranges:
    """The lines that differ from `revision` in the repository around `folder`."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    if revision.startswith("-"):
        raise RequestError(f"--since: {revision!r} is not a revision")
    if not _is_revision(folder, revision):
        raise RequestError(f"--since: there is no revision {revision!r} in the repository {top}")
    difference = _git(top, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", revision, "--", "*.py")
    changed: Ranges = dict(_parse(difference, top))
    for name in _git(top, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.py").split("\0"):
        if name:
            changed[top / name] = None
    return changed


def only_changed(candidates: Iterable[Candidate], changed: Ranges) -> list[Candidate]:
    """The candidates that have a changed line, or use a value that does."""
    sources: dict[Path, ModuleSource | None] = {}
    kept = []
    for candidate in candidates:
        if candidate.file not in changed:
            continue
        ranges = changed[candidate.file]
        if candidate.file not in sources:
            sources[candidate.file] = _source(candidate.file)
        source = sources[candidate.file]
        own = [range(candidate.first_line, candidate.last_line + 1)]
        if source is not None:
            own += source.lines_of_values(candidate.target.qualname.partition(".")[0])
        if ranges is None or any(
            max(mine.start, lines.start) < min(mine.stop, lines.stop) for mine in own for lines in ranges
        ):
            kept.append(candidate)
    return kept


def _source(file: Path) -> ModuleSource | None:
    try:
        return ModuleSource(file.read_bytes().decode("utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def _parse(difference: str, top: Path) -> Iterable[tuple[Path, list[range] | None]]:
    file: Path | None = None
    ranges: list[range] = []
    for line in difference.split("\n"):
        if line.startswith("+++ "):
            if file is not None:
                yield file, ranges
            name = line[4:].strip().strip('"')
            file = None if name == "/dev/null" else top / name.removeprefix("b/")
            ranges = []
        elif file is not None and (hunk := _HUNK.match(line)):
            start, count = int(hunk["start"]), int(hunk["count"] or 1)
            # Where lines were only removed, the line they stood behind counts.
            ranges.append(range(start, start + max(count, 1)))
    if file is not None:
        yield file, ranges


def _is_revision(folder: Path, name: str) -> bool:
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except RequestError:
        return False
    return True


def _git(folder: Path, *arguments: str) -> str:
    try:
        finished = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise RequestError(f"--since needs git: {error.strerror or error}") from None
    if finished.returncode != 0:
        message = one_line(finished.stderr.decode("utf-8", "replace")) or f"git {arguments[0]} failed"
        raise RequestError(f"--since: {message}")
    return finished.stdout.decode("utf-8", "surrogateescape")
