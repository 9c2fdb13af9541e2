"""What a run came to: each failure as a test to paste, and a table of verdicts."""

from __future__ import annotations

import collections
import re
from dataclasses import dataclass, field

from tests.fuzz.comparing import Failure
from tests.fuzz.programs import Program
from tests.fuzz.running import Result


def as_test(seed: int, kind: Failure, program: Program, text: str) -> str:
    """A test that fails as long as PEF does."""
    indented = "\n".join(f"        {line}".rstrip() for line in program.source.replace('"""', "'''").splitlines())
    flags = "".join(f", {name}=True" for name in ("is_open", "strict") if getattr(program, name))
    return (
        f"def test_seed_{seed}_{kind.name.lower()}(tmp_path):\n"
        f"    # {_one_line(text)}\n"
        f'    source = r"""\n{indented}\n    """\n'
        f"    assert_agreement(source, {program.domain!r}, tmp_path{flags})\n"
    )


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 300 else text[:300] + " …"


@dataclass
class Summary:
    """Counts over all programs."""

    programs: int = 0
    endless: int = 0
    inputs: int = 0
    paths: int = 0
    verdicts: collections.Counter[tuple[str, bool, str]] = field(default_factory=collections.Counter)
    """By mode, whether the program is correct, and the verdict."""
    reasons: collections.Counter[str] = field(default_factory=collections.Counter)
    """Of correct programs that were not verified: each reason once a program."""
    alone: collections.Counter[str] = field(default_factory=collections.Counter)
    """The same where it is the only reason."""
    failures: collections.Counter[Failure] = field(default_factory=collections.Counter)

    def add(self, result: Result) -> None:
        """Count one program in."""
        self.programs += 1
        comparison = result.comparison
        if comparison is None:
            self.endless += 1
            return
        self.failures.update(comparison.failures.keys())
        self.inputs += comparison.inputs
        self.paths += comparison.paths
        mode = "open" if comparison.is_open else "closed"
        self.verdicts[mode, comparison.correct, comparison.verdict or "none"] += 1
        if comparison.correct and comparison.verdict in ("bounded", "unknown") and not comparison.is_open:
            reasons = {_general(reason) for reason in comparison.reasons}
            self.reasons.update(reasons)
            if len(reasons) == 1:
                self.alone.update(reasons)

    def text(self) -> str:
        """The tables, in Markdown."""
        lines = [
            f"{self.programs} programs ({self.endless} do not end soon), {self.inputs} inputs, {self.paths} paths",
            "",
        ]
        lines += [
            "| domain | brute force | verified | refuted | bounded | unknown |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for mode in ("closed", "open"):
            for correct in (True, False):
                counts = [self.verdicts[mode, correct, one] for one in ("verified", "refuted", "bounded", "unknown")]
                if any(counts):
                    shown = "no error" if correct else "an error"
                    lines.append(f"| {mode} | {shown} | {' | '.join(map(str, counts))} |")
        lines += ["", "| why not `verified` (correct, closed) | programs | the only reason |", "| --- | --- | --- |"]
        lines += [f"| {reason} | {count} | {self.alone[reason]} |" for reason, count in self.reasons.most_common(25)]
        lines += ["", "| failure | programs |", "| --- | --- |"]
        lines += [f"| {kind.value} | {count} |" for kind, count in self.failures.most_common()]
        return "\n".join(lines)


def _general(reason: str) -> str:
    """Without what differs from program to program."""
    reason = re.sub(r"f\(.*\)", "f(…)", reason)
    reason = re.sub(r"after \d+ paths", "after N paths", reason)
    reason = re.sub(r"\d+ (s|seconds|elements)\b", r"N \1", reason)
    return reason[:140]
