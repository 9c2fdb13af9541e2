"""`python -m benchmarks`: measure, print, write the report; with `--check`, compare with the baseline."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import baseline, plot, report
from benchmarks.comparison import CrossHair
from benchmarks.costs import COSTS
from benchmarks.items import ITEMS, Item
from benchmarks.measuring import TIME_LIMIT

# What looks worse than the baseline is measured again this often before it is believed.
_SECOND_LOOKS = 2


def main() -> int:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="only what has this in its name")
    parser.add_argument("--output", type=Path, default=Path(".bench"), help="folder of the report (default: .bench)")
    parser.add_argument(
        "--crosshair", type=float, default=20.0, metavar="SECONDS", help="for CrossHair on each item; 0: without it"
    )
    parser.add_argument("--check", action="store_true", help="compare with the baseline; status 1 if 20%% worse")
    parser.add_argument("--write-baseline", action="store_true", help="make this run the baseline")
    arguments = parser.parse_args()
    items = [item for item in ITEMS if arguments.only in item.name]
    costs = [name for name in COSTS if arguments.only in name]
    if not items and not costs:
        parser.error(f"nothing has {arguments.only!r} in its name")
    arguments.output.mkdir(parents=True, exist_ok=True)
    is_compared = arguments.crosshair > 0 and not arguments.check
    crosshair = CrossHair(arguments.output.absolute(), arguments.crosshair) if is_compared else None
    if crosshair is not None and crosshair.problem is not None:
        print(f"without CrossHair: {crosshair.problem}", file=sys.stderr)
        crosshair = None
    results: dict[str, Any] = {
        "schema": "pef.bench/1",
        "python": platform.python_version(),
        "processor": _processor(),
        "date": datetime.date.today().isoformat(),
        "items": [_item(item, crosshair) for item in items],
        "costs": [_cost(name) for name in costs],
    }
    if arguments.check:
        return _check(items, costs, results)
    text = report.markdown(results)
    (arguments.output / "bench.json").write_text(json.dumps(results, indent=1) + "\n")
    (arguments.output / "bench.md").write_text(text)
    (arguments.output / "bench.svg").write_text(plot.svg(results["items"]))
    if arguments.write_baseline:
        baseline.write(results["items"] + results["costs"])
    print(text)
    return 0


def _item(item: Item, crosshair: CrossHair | None = None) -> dict[str, Any]:
    """The figures of one item, each measured in a new process, one right after another."""
    print(item.name, file=sys.stderr, flush=True)
    figures = _child(["benchmarks.measuring", item.name])
    if "ratio" in figures:
        calls = json.dumps(figures.pop("calls"))
        figures |= _child(["benchmarks.measuring", item.name, "concrete"], calls)
    if crosshair is not None:
        figures |= crosshair.measure(item, found=figures.get("found", False))
        if "crosshair_seconds" in figures and "pef_seconds" in figures:
            # It stops at the first error, so what counts is when PEF has found one.
            figures["faster"] = figures["crosshair_seconds"] / (figures["found_seconds"] or figures["pef_seconds"])
    return figures


def _cost(name: str) -> dict[str, Any]:
    print(name, file=sys.stderr, flush=True)
    return _child(["benchmarks.costs", name])


def _child(arguments: list[str], given: str | None = None) -> dict[str, Any]:
    # Explorations end by themselves; the concrete runs of what they found might not.
    limit = TIME_LIMIT * 20
    # Installed packages are compiled.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [sys.executable, "-m", *arguments],
        input=given,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=limit,
        env=environment,
    )
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def _check(items: list[Item], costs: list[str], results: dict[str, Any]) -> int:
    then = {name: ratio for name, ratio in baseline.read().items() if name in {*(item.name for item in items), *costs}}
    now = baseline.ratios(results["items"] + results["costs"])
    for _ in range(_SECOND_LOOKS):
        doubtful = baseline.worse(now, then)
        again = [_item(item) for item in items if item.name in doubtful]
        again += [_cost(name) for name in costs if name in doubtful]
        for name, ratio in baseline.ratios(again).items():
            now[name] = min(ratio, now.get(name, ratio))
    worse = baseline.worse(now, then)
    for name, (before, after) in worse.items():
        print(f"{name}: {after:.4g} times the concrete runs, {before:.4g} in the baseline")
    print(f"{len(then)} ratios compared with the baseline, {len(worse)} more than {baseline.TOLERANCE:.0%} worse")
    return 1 if worse else 0


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


if __name__ == "__main__":
    sys.exit(main())
