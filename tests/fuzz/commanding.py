"""The same program by the installed command, twice with one worker, and with two."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.fuzz.oracle import Oracle
from tests.fuzz.programs import FUNCTION, Program

_SECONDS = 20


def problem_of(program: Program, oracle: Oracle, file: Path, *, has_error: bool) -> str | None:
    """What the command gets wrong."""
    reports = []
    for workers in (1, 1, 2):
        options = [
            "--workers",
            str(workers),
            "--depth",
            "1000",
            "--paths",
            "400",
            *(["--strict"] if program.strict else []),
        ]
        finished = _run("explore", f"{file}:{FUNCTION}", *options)
        if finished.returncode not in (0, 1):
            return f"explore --workers {workers}: status {finished.returncode}: {finished.stderr[-300:]}"
        reports.append(json.loads(finished.stdout))
    kinds = {reason["kind"] for report in reports for reason in report["reasons"]}
    if not kinds & {"time", "solver", "paths"}:
        first, again, shared = reports
        for one, two, what in ((first, again, "call"), (first, shared, "outcome")):
            differing = _shown(one, what) ^ _shown(two, what)
            if differing:
                return f"explore twice: {sorted(differing)[:4]}"
    finished = _run("check", f"{file}:{FUNCTION}", "--depth", "1000", *(["--strict"] if program.strict else []))
    if finished.returncode not in (0, 1):
        return f"check: status {finished.returncode}: {finished.stderr[-300:]}"
    checked = json.loads(finished.stdout)
    verdict = checked["functions"][0]["verdict"]
    if verdict == "verified" and has_error:
        return "check: verified, though an input shows an error"
    for finding in checked["findings"]:
        seen = oracle.evaluate(finding["call"], {})
        if finding["kind"] in ("exception", "assertion") and seen.exception != finding["type"]:
            return f"check: {finding['call']} does not raise {finding['type']}"
    return None


def _shown(report: dict[str, Any], what: str) -> set[str]:
    return {report["verdict"], *(f"{path['condition']} {path[what]}" for path in report["paths"])}


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("pef")), *arguments, "--format", "json", "--time", str(_SECONDS)]
    return subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS * 4, check=False)
