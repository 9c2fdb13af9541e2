"""The text report of `explore`: one block a path, as soon as it is known, and a closing line.

Invariant: what the code under test printed cannot change what the terminal shows: control characters are escaped.
"""

from __future__ import annotations

from collections.abc import Mapping

from pef.report.colour import Painter
from pef.report.formats import PathRecord, Presentation, Summary, Writer

_INDENT = "    "
_REASONS_SHOWN = 3
_DETAIL_LENGTH = 200
_VALUE_LENGTH = 2000
_VERDICT_STYLES = {"verified": "good", "refuted": "bad", "bounded": "warning", "unknown": "warning"}
_FAILURE_WORDS = {
    "hang": "does not end",
    "crash": "ends the process",
    "memory": "runs out of memory",
}


class TextReport:
    """Writes for people."""

    def __init__(self, stream: Writer, presentation: Presentation) -> None:
        self._stream = stream
        self._quiet = presentation.quiet
        self._verbose = presentation.verbose
        self._paint = Painter(presentation.colour)
        self._any = False

    def path(self, record: PathRecord, *, finding: bool) -> None:
        pruned = record["outcome"] == "pruned"
        if self._quiet or (pruned and not finding and not self._verbose):
            return
        self._any = True
        self._stream.write("".join(f"{line}\n" for line in self._block(record)))

    def close(self, summary: Summary) -> None:
        stats = summary.stats
        count = stats.get("paths", 0)
        line = (
            f"{count} {'path' if count == 1 else 'paths'} explored, {stats.get('pruned', 0)} pruned, "
            f"depth {stats.get('depth', 0)}: {self._paint(summary.verdict, _VERDICT_STYLES.get(summary.verdict, ''))}"
        )
        line += assumed_text(summary.assumed)
        reasons = list(dict.fromkeys(reason_text(reason) for reason in summary.reasons))
        if reasons:
            shown = reasons if self._verbose else reasons[:_REASONS_SHOWN]
            rest = len(reasons) - len(shown)
            more = [f"{rest} more"] if rest else []
            line += f" ({'; '.join([*shown, *more])})"
        self._stream.write(f"{chr(10) if self._any else ''}{line}\n")

    def _block(self, record: PathRecord) -> list[str]:
        head = self._paint(visible(record["call"]), "call")
        pruned = record["outcome"] == "pruned"
        if record["result"] is not None and (pruned or record["outcome"] == "returned"):
            result = visible(record["result"])
            head += f" -> {result if self._verbose else _shortened(result, _VALUE_LENGTH)}"
        lines = [head]
        if record["condition"]:
            lines.append(f"{_INDENT}condition: {visible(', '.join(record['condition']))}")
        if record["stdout"]:
            lines += _labelled("stdout: ", record["stdout"])
        exception = record["exception"]
        if exception and (pruned or record["outcome"] == "raised"):
            lines += self._raised(exception, record)
        if record["outcome"] in _FAILURE_WORDS:
            lines.append(_INDENT + self._paint(_FAILURE_WORDS[record["outcome"]], "bad"))
        if pruned:
            lines.append(f"{_INDENT}pruned: goes on beyond the depth bound, where the condition ends")
        if record["contract"] == "violated":
            lines += self._violated(record)
        if not record["reproduced"] and not pruned:
            lines.append(f"{_INDENT}not reproduced by the plain function")
        return lines

    def _violated(self, record: PathRecord) -> list[str]:
        label = "violates the contract"
        lines = _labelled(f"{label}: ", record["broken"]) if record.get("broken") else [_INDENT + label]
        lines[0] = lines[0].replace(label, self._paint(label, "bad"), 1)
        return lines

    def _raised(self, exception: dict[str, str | None], record: PathRecord) -> list[str]:
        allowed = " as the contract allows" if record["contract"] == "ok" else ""
        place = f"  ({exception['where']})" if exception["where"] else ""
        message = exception["message"] or ""
        # The first word carries the colour; widths are those of the plain text.
        label = f"raises {exception['type']}"
        if not message:
            return [f"{_INDENT}{self._paint(label, 'bad')}{allowed}{place}"]
        lines = _labelled(f"{label}: ", message)
        lines[0] = lines[0].replace(label, self._paint(label, "bad"), 1)
        lines[-1] += f"{allowed}{place}"
        return lines


def _labelled(label: str, text: str) -> list[str]:
    """`text` behind `label`, its further lines aligned with the first."""
    first, *rest = text.rstrip("\n").split("\n") if text.strip("\n") else [text.replace("\n", "\\n")]
    return [f"{_INDENT}{label}{visible(first)}", *(f"{_INDENT}{' ' * len(label)}{visible(line)}" for line in rest)]


def visible(text: str) -> str:
    """`text` with everything that is not printable written as an escape."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def _shortened(text: str, length: int) -> str:
    """Beginning and end of a text that nobody would read to its end; the JSON report has all of it."""
    if len(text) <= length:
        return text
    return f"{text[: length // 2]} … {text[-length // 2 :]}"


def assumed_text(assumed: Mapping[str, str]) -> str:
    """What is said behind a verdict that holds for assumed types only."""
    if not assumed:
        return ""
    listed = ", ".join(f"{visible(name)}: {visible(kind)}" for name, kind in assumed.items())
    return f" for {listed} (assumed)"


def reason_text(reason: dict[str, str | None]) -> str:
    """One reason behind a verdict."""
    place = f" at {reason['where']}" if reason.get("where") else ""
    text = visible(reason["detail"] or "")
    detail = f": {_shortened(text, _DETAIL_LENGTH)}" if text else ""
    return f"{reason['kind']}{place}{detail}"
