"""`make realbugs`: real, historical bugs of published packages, each in a throw-away environment.

For every entry of the manifest: found or not, seconds, and why not. The manifest lies beside the repository
(`../shared/realbugs/`) or where `PEF_REALBUGS` says, and is only read. An environment has the packages of the entry; PEF
runs in its own and uses them through `VIRTUAL_ENV`. For an entry of another interpreter PEF is installed there first.

    python -m tests.realbugs.run [--seconds N] [ID…]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.realbugs.environments import ROOT, Environments, TroubleError
from tests.realbugs.subject import FUNCTION, subject_source


@dataclass(frozen=True)
class Result:
    """What became of one entry."""

    found: bool
    seconds: float
    detail: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", help="only these entries")
    parser.add_argument("--seconds", type=float, default=20, help="for each entry (default 20)")
    arguments = parser.parse_args()
    folder = manifest_folder()
    if folder is None:
        print("no manifest found; set PEF_REALBUGS to the folder that has manifest.json")
        return 2
    entries = json.loads((folder / "manifest.json").read_text())
    chosen = [entry for entry in entries if not arguments.ids or entry["id"] in arguments.ids]
    found = 0
    with tempfile.TemporaryDirectory(prefix="pef-realbugs-") as scratch:
        environments = Environments(folder, Path(scratch))
        for entry in chosen:
            result = try_entry(entry, environments, Path(scratch), arguments.seconds)
            found += result.found
            word = "found    " if result.found else "not found"
            print(f"{word} {result.seconds:6.1f} s  {entry['id']:28} {result.detail}", flush=True)
    print(f"{found} of {len(chosen)} found")
    return 0


def manifest_folder() -> Path | None:
    given = os.environ.get("PEF_REALBUGS")
    candidates = [Path(given)] if given else [ROOT.parent / "shared" / "realbugs"]
    return next((folder.resolve() for folder in candidates if (folder / "manifest.json").is_file()), None)


def try_entry(entry: dict[str, Any], environments: Environments, scratch: Path, seconds: float) -> Result:
    """Set one entry up and have it checked."""
    project = scratch / entry["id"] / "project"
    project.mkdir(parents=True)
    try:
        environment = environments.make(entry)
        command = environments.command(entry["python"])
    except TroubleError as trouble:
        return Result(False, 0, f"skipped: {trouble}")
    (project / "pyproject.toml").write_text("")
    text = subject_source(entry).replace("{here}", str(environments.folder))
    (project / "subject_under_test.py").write_text(text)
    for shim in environments.folder.glob("*.py"):
        if shim.stem in text:
            shutil.copy(shim, project)
    started = time.monotonic()
    finished = subprocess.run(
        [
            command,
            "check",
            f"subject_under_test.py:{FUNCTION}",
            "--time",
            str(seconds),
            "--no-cache",
            "--follow",
            followed(entry),
            "--strict",
            # Ports lie outside of the project.
            "--allow",
            f"read={environments.folder}",
            "--format",
            "json",
        ],
        cwd=project,
        env={**os.environ, "VIRTUAL_ENV": str(environment)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return judge(entry, finished, time.monotonic() - started)


def judge(entry: dict[str, Any], finished: subprocess.CompletedProcess[str], seconds: float) -> Result:
    try:
        document = json.loads(finished.stdout)
    except ValueError:
        return Result(False, seconds, finished.stderr.strip().split("\n")[-1][:150])
    for finding in document["findings"]:
        if finding["type"] == entry["exception"]:
            return Result(True, seconds, f"{finding['call']} ({finding['path']}:{finding['line']})"[:150])
    function = document["functions"][0]
    reasons = "; ".join(dict.fromkeys(f"{reason['kind']}: {reason['detail']}" for reason in function["reasons"]))
    others = ", ".join(str(finding["type"]) for finding in document["findings"])
    return Result(False, seconds, f"{function['verdict']}: {others or reasons}"[:150])


def followed(entry: dict[str, Any]) -> str:
    """What is explored besides the subject: the package with the bug, or its module of the standard library."""
    module = str(entry["target"].partition(":")[0])
    return module.partition(".")[0] if entry["pip"] else module


if __name__ == "__main__":
    sys.exit(main())
