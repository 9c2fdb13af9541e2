"""The table of output formats, and what each of them has to do.

Invariant: a format sees plain data as it came from the worker, so a format can be written, and tested, without an
engine. Paths are handed over as they are known; `close` comes exactly once, also after an interrupt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pef.errors import RequestError, choices
from pef.startup.records import Record, field

PathRecord = dict[str, Any]
"""`Path.to_json()`, as it came over the pipe."""


class Summary(Record):
    """What a run established, in the words of the JSON report."""

    target: str
    verdict: str
    reasons: list[dict[str, Any]] = field(default_factory=list)
    coverage: dict[str, Any] = field(default_factory=dict)
    stats: dict[str, int | float] = field(default_factory=dict)
    assumed: dict[str, str] = field(default_factory=dict)
    """Types of parameters that nothing declares, for which alone the verdict holds."""


class Writer(Protocol):
    """Where a report goes."""

    def write(self, text: str) -> object:
        """Show `text` at once."""


class ExploreReport(Protocol):
    """One report of `pef explore`."""

    def path(self, record: PathRecord, *, finding: bool) -> None:
        """A path is known."""

    def close(self, summary: Summary) -> None:
        """There are no more paths."""


class Presentation(Record):
    """How to show a report, as far as that is the user's choice."""

    colour: bool = False
    quiet: bool = False
    verbose: bool = False


def _text(stream: Writer, presentation: Presentation) -> ExploreReport:
    from pef.report.text import TextReport

    return TextReport(stream, presentation)


def _json(stream: Writer, _presentation: Presentation) -> ExploreReport:
    from pef.report.json import JsonReport

    return JsonReport(stream)


FORMATS: dict[str, Callable[[Writer, Presentation], ExploreReport]] = {"text": _text, "json": _json}


def report_named(name: str, stream: Writer, presentation: Presentation) -> ExploreReport:
    """A report in the format of that name, or a request error that lists them."""
    maker = FORMATS.get(name)
    if maker is None:
        raise RequestError(f"unknown format {name!r}{choices(name, FORMATS)}")
    return maker(stream, presentation)
